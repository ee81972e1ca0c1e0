"use strict";
// Replaces the parts of a page as the game goes on, and steps through replays by keys. A page works without it.
const live = document.querySelector("[data-live]");
const hold = document.createElement("button");
let held = false;

async function fetchParts() {
  let answer;
  try {
    answer = await fetch(location.href);
  } catch {
    return; // the window is not reached: the next tick tries again
  }
  if (held || !answer.ok) return;
  if (answer.redirected) {
    location.replace(answer.url); // the game is over: there is its replay
    return;
  }
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (fresh.querySelector("[data-live]")?.dataset.live !== live.dataset.live) {
    location.reload(); // the game has begun
    return;
  }
  for (const part of document.querySelectorAll("[data-part]")) {
    const next = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
    if (next && next.innerHTML !== part.innerHTML && !part.querySelector("a:focus, button:focus")) {
      part.innerHTML = next.innerHTML;
      part.className = next.className;
    } else if (!next) {
      part.replaceChildren();
    }
  }
}

if (live) {
  hold.id = "hold";
  hold.type = "button";
  hold.textContent = live.dataset.pause;
  hold.setAttribute("aria-pressed", "false");
  document.getElementById("refresh").replaceWith(hold);
  hold.addEventListener("click", () => {
    held = !held;
    hold.setAttribute("aria-pressed", String(held));
    if (!held) fetchParts();
  });
  let seen = live.dataset.version;
  let stream;
  const listen = () => {
    stream?.close(); // a page that nobody sees keeps none: a browser has six connections for all of them
    if (document.hidden) return;
    stream = new EventSource(live.dataset.live);
    stream.addEventListener("message", (tick) => {
      if (tick.data !== seen && !held) {
        seen = tick.data;
        fetchParts();
      }
    });
  };
  listen();
  addEventListener("pagehide", () => stream?.close());
  addEventListener("pageshow", (shown) => shown.persisted && listen());
  document.addEventListener("visibilitychange", () => {
    listen();
    document.hidden || held || fetchParts();
  });
}

addEventListener("keydown", (key) => {
  const rel = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[key.key];
  if (!rel || key.altKey || key.ctrlKey || key.metaKey || key.shiftKey) return;
  const link = document.querySelector(`.steps a[rel=${rel}]`);
  if (link) {
    key.preventDefault();
    link.click();
  }
});
