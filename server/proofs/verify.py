"""Checks the dice and cards of a finished crownhouse record: python3 verify.py RECORD

It needs only Python's standard library (3.10 or newer), and is one file, since it is copied to where no
crownhouse is. It knows few rules: what a pile contains, and what goes back into it. docs/fair-dice.md says
how draws follow from the seed; `ssh HOST record ID` gives the record. Exit status 0: everything agrees; 1:
something does not; 2: the file cannot be checked.
"""

from __future__ import annotations

import hmac
import io
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NoReturn
from urllib.parse import unquote

CARDS = (
    "assassination", "archer", "decree", "shapeshifter", "lord",
    "ambush", "conspiracy", "heir", "soldier", "spy",
)  # fmt: skip
MAGIC = ("ban", "exchange", "haste", "revolt", "fog", "counter")
MOVEMENT = tuple(axis + distance + copy for axis in "hv" for distance in "123" for copy in "abcde")

Step = tuple[str, list[str], list[str]]
"""A line of a record: its seat (empty: the deal), the words of its move, and what was drawn."""


# From the seed to draws


def mac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256."""
    return hmac.new(key, message, sha256).digest()


def framed(text: str) -> bytes:
    """A text after its length, so that different lists of texts give different bytes."""
    return len(text.encode()).to_bytes(4, "big") + text.encode()


def commitment(seed: bytes, table: str) -> str:
    """The commitment that the host showed before the game."""
    return sha256(b"v1" + table.encode() + seed).hexdigest()


def blocks(subkey: bytes, number: int) -> Iterator[bytes]:
    """The random bytes of one draw."""
    counter = 0
    while True:
        yield mac(subkey, number.to_bytes(8, "big") + counter.to_bytes(4, "big"))
        counter += 1


class Draws:
    """The draws of a table, one after the other. Before each, `at` is told where it belongs."""

    rules = 1
    """The version of the rules of the game."""

    def __init__(self, key: bytes) -> None:
        self.key, self.number = key, 0

    def at(self, seat: int = 0, round_: int = 0, throw: int = 0, pile: str = "") -> None:
        """It does not matter where the next draws belong: they follow from their number."""

    def die(self) -> str:
        """A face, 1 to 6: the first byte below 252, modulo 6, plus 1."""
        falls = (byte for block in blocks(mac(self.key, b"dice"), self.number) for byte in block)
        self.number += 1
        return str(next(byte for byte in falls if byte < 252) % 6 + 1)

    def pick(self, options: Sequence[str]) -> str:
        """One of the options: the first number of 4 bytes below the limit, modulo their count."""
        limit = 2**32 - 2**32 % len(options)
        random = blocks(mac(self.key, b"pick"), self.number)
        values = (int.from_bytes(block[at : at + 4], "big") for block in random for at in range(0, 32, 4))
        self.number += 1
        return options[next(value for value in values if value < limit) % len(options)]


class KeyedDraws(Draws):
    """The draws of a table with chance=duplicate: they follow from seat, round, throw and pile."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self.own, self.dice, self.picks = key, 0, 0
        self.at()

    def at(self, seat: int = 0, round_: int = 0, throw: int = 0, pile: str = "") -> None:
        """The next draws are the first ones there."""
        self.own = mac(self.key, framed(pile) + b"".join(n.to_bytes(4, "big") for n in (seat, round_, throw)))
        self.dice = self.picks = 0

    def die(self) -> str:
        """A face, 1 to 6, by the die's position in the throw."""
        falls = (byte for block in blocks(mac(self.own, b"dice"), self.dice) for byte in block)
        self.dice, self.number = self.dice + 1, self.number + 1
        return str(next(byte for byte in falls if byte < 252) % 6 + 1)

    def pick(self, options: Sequence[str]) -> str:
        """The option whose hash is lowest; several that are alike are numbered from 1."""
        hashes = []
        for place, option in enumerate(options):
            copy = list(options[: place + 1]).count(option)
            message = self.picks.to_bytes(4, "big") + copy.to_bytes(4, "big") + option.encode()
            hashes.append((mac(mac(self.own, b"pick"), message), option))
        self.picks, self.number = self.picks + 1, self.number + 1
        return min(hashes)[1]


# What each game draws


def court(draws: Draws, seats: int, steps: list[Step]) -> Iterator[list[str]]:
    """The first draw is the start seat, every other one a die. A round has one turn of every seat. By the
    second version of the rules, what a card rerolls belongs to the card.
    """
    done: list[bool] = []  # for each step that was not undone, whether it ended a turn
    throws: dict[tuple[int, int], int] = {}
    for seat, words, tokens in steps:
        if seat and tokens:
            threw = int(seat), 1 + sum(done) // seats
            if draws.rules > 1 and words[0] == "use":
                draws.at(*threw, pile=words[1])
            else:
                throws[threw] = throws.get(threw, 0) + 1
                draws.at(*threw, throws[threw])
        if words == ["undo"]:
            done.pop()
        elif words != ["resign"]:
            done.append(words[0] in {"take", "stand", "concede"})
        yield [draws.die() if draws.number else draws.pick(numbers(seats)) for _ in tokens]


def intrigue(draws: Draws, seats: int, steps: list[Step]) -> Iterator[list[str]]:
    """All in the deal: the seat with the crown, and three cards of each seat that leave the game."""
    for _, _, tokens in steps:
        drawn: list[str] = []
        family: list[str] = []
        for place, _ in enumerate(tokens):
            if place % 3 == 1:
                family = list(CARDS)
            drawn.append(draws.pick(family if place else numbers(seats)))
            if place:
                family.remove(drawn[-1])
        yield drawn


def laurin(draws: Draws, seats: int, steps: list[Step]) -> Iterator[list[str]]:
    """The first draw is the seat with the crown; every other token says which pile it is from."""
    treasure, magic, movement = Pile("1" * 18 + "2" * 18 + "3" * 18), Pile(MAGIC * 4), list(MOVEMENT)
    first = round_ = 1
    done: list[tuple[str, list[str]]] = []  # steps that were not undone
    for seat, words, tokens in steps:
        if words == ["undo"]:
            last = max(place for place, (who, _) in enumerate(done) if who == seat)
            spend(done.pop(last)[1], treasure, magic, undone=True)
        else:
            done.append((seat, words))
            spend(words, treasure, magic, undone=False)
        drawn: list[str] = []
        row: list[str] = []
        pile, dealt = "", 0
        for token in tokens:
            before, pile = pile, kind(token)
            if draws.number and pile != before:
                draws.at(round_=round_, pile=pile)
            if not draws.number:
                drawn.append(draws.pick(numbers(seats)))
                first = int(drawn[0])
            elif token.isdigit():
                each = 4 if round_ == 1 else 3
                if dealt % each == 0:
                    seat_to = (first + round_ - 2 + dealt // each) % seats + 1
                    draws.at(seat_to, round_, pile=pile)
                dealt += 1
                drawn.append(treasure.draw(draws, "123"))
            elif token in MAGIC:
                drawn.append(magic.draw(draws, MAGIC))
            else:
                row = row if len(row) < seats else []
                movement = movement or [card for card in MOVEMENT if card not in row]
                drawn.append(draws.pick(movement))
                movement.remove(drawn[-1])
                row.append(drawn[-1])
        round_ += pile == "movement"  # a round has one such draw, its last
        offered = [card for card in drawn if card in MAGIC]
        magic.discards += offered  # those that are bought leave the discards again
        yield drawn


def kind(card: str) -> str:
    """The pile that a card of laurin is drawn from."""
    if card.isdigit():
        return "treasure"
    return "magic" if card in MAGIC else "movement"


class Pile:
    """A pile, and its discards, which become the pile when it is used up."""

    def __init__(self, cards: Sequence[str]) -> None:
        self.cards: list[str] = list(cards)
        self.discards: list[str] = []

    def draw(self, draws: Draws, order: Sequence[str]) -> str:
        """A card from the pile, whose cards are in this order."""
        if not self.cards:
            self.cards, self.discards = self.discards, []
        self.cards.sort(key=order.index)
        card = draws.pick(self.cards)
        self.cards.remove(card)
        return card


def spend(words: list[str], treasure: Pile, magic: Pile, *, undone: bool) -> None:
    """The cards that a step of laurin puts on the discards or takes from them."""
    word, rest = words[0], words[1:]
    put: list[str] = []
    taken: list[str] = []
    treasure_put: list[str] = []
    treasure_taken: list[str] = []
    if word == "buy":
        treasure_put, taken = rest[1:], rest[:1]
    elif word == "bid":
        treasure_put = rest
    elif words[:2] == ["take", "back"]:
        treasure_taken = [card for card in words[2:] if card != "nothing"]
    elif word in MAGIC:
        put = [word]
    for pile, onto, off in ((treasure, treasure_put, treasure_taken), (magic, put, taken)):
        pile.discards += off if undone else onto
        for card in onto if undone else off:
            pile.discards.remove(card)


def numbers(seats: int) -> list[str]:
    return [str(seat) for seat in range(1, seats + 1)]


# A record

ONCE = (
    "crownhouse", "game", "options", "seats", "rules", "table", "deal", "commitment", "seed", "date",
)  # fmt: skip
SEVERAL = ("key", "added", "voided", "restored")
"""What the lines before the deal begin with, those that stand there once and the others."""


def clean(text: str) -> str:
    """A text without anything that steers a terminal: whoever made the record may have put it there."""
    return "".join(char if char.isprintable() else "\ufffd" for char in text)


def say(sentence: str) -> None:
    """Print a sentence, which may quote the record."""
    print(clean(sentence))


def fail(status: int, sentence: str) -> NoReturn:
    """Print what is wrong, and exit."""
    sys.stdout.flush()
    print(clean(sentence), file=sys.stderr)
    sys.exit(status)


def read(text: str) -> tuple[dict[str, list[str]], list[Step], list[list[str]]]:
    """The header's lines by their first word, the steps as (seat, words, tokens), and the signatures. Every
    line has its place: the header, the steps as they are numbered, the result, the signatures.
    """
    head: dict[str, list[str]] = {}
    steps: list[Step] = []
    signatures: list[list[str]] = []
    ended = False
    for row in text.removeprefix("\ufeff").split("\n"):
        line = row.strip()
        if not line or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        if ended != (word == "signature"):
            fail(1, f"This line is not where it belongs: {line[:80]}")
        if ended:
            signatures.append(rest.split())
        elif word == "result" and steps:
            ended = True
        elif line[0].isdigit():
            step, _, tokens = line.partition(":")
            number, *words = step.split()
            seat = words.pop(0) if words[0].isdigit() else ""
            if number != str(len(steps)) or (words == ["deal"] and not seat) != (number == "0"):
                fail(1, f"Where step {len(steps)} belongs stands: {line[:80]}")
            steps.append((seat, words, tokens.split()))
        elif steps or (word not in SEVERAL and (word in head or word not in ONCE)):
            fail(2, f"This is no record: a line does not belong there: {line[:80]}")
        else:
            head.setdefault(word, []).append(rest.strip())
    return head, steps, signatures


def keys_of(head: dict[str, list[str]]) -> list[tuple[int, bytes]]:
    """The keys of the draws, each with the number of the step before which it was given up; after checking
    that the seeds are those that were committed to.
    """
    table, last = head.get("deal", head["table"])[0], bytes.fromhex(head["seed"][0])
    lines = [line.split() for line in head.get("restored", [])]
    if any(len(words) != 4 for words in lines):
        fail(1, "The seed before a restored backup is missing.")
    given_up = [(int(step), bytes.fromhex(used)) for step, _, _, used in lines]
    for step, time, _, _ in lines:
        say(f"Restored from the backup of {time}: from step {step} on, draws follow from another seed.")
    deals = [line.split() for line in head.get("voided", [])]
    dealt = next((seed for step, seed in given_up if step), last)
    seeds = [bytes.fromhex(used) for _, _, used in deals] + [dealt]
    shown = [(bytes.fromhex(used), it) for _, it, used in deals]
    shown += [(bytes.fromhex(used), it) for _, _, it, used in lines] + [(last, head["commitment"][0])]
    for seed, it in shown:
        if commitment(seed, table) != it:
            fail(1, "The seed is not the one that the host committed to.")
    for before, after in zip(seeds, seeds[1:], strict=False):
        if mac(before, b"voided") != after:
            fail(1, "The seed after a voided deal is not the one that follows from the seed before.")
    message = framed(table) + framed(head["rules"][0])
    for line in sorted(head.get("added", []), key=lambda line: int(line.split()[0])):
        seat, _, added = line.partition(" ")
        message += framed(f"{seat} {unquote(added)}")
        say(f"Seat {seat} added: {unquote(added)} (SHA-256 {sha256(unquote(added).encode()).hexdigest()})")
    ends = [*given_up, (sys.maxsize, last)]
    return [(step, mac(seed, message)) for step, seed in ends]


def check_signatures(
    text: str, head: dict[str, list[str]], signatures: list[list[str]], *, bound: bool
) -> None:
    """Check each signature with `ssh-keygen`, if that is installed: of the record without signature lines, or
    with those before it. If seats are `bound` to keys, the record names the keys of each seat.
    """
    seats = head["seats"][0].count(",") + 1
    named = [line.split() for line in head.get("key", [])]
    if len({key for _, key in named}) < len(named):
        fail(2, "The record names a key twice.")
    if any(len(line) != 2 for line in signatures):
        fail(1, "A signature line has not two words behind its first.")
    if not shutil.which("ssh-keygen"):
        told = "1 signature was" if len(signatures) == 1 else f"{len(signatures)} signatures were"
        say(f"{told} not checked: there is no ssh-keygen here.")
        return
    body = re.sub(r"(?m)^signature [^\n]*\n?", "", text)
    before = ""
    used: set[str] = set()
    for seat, base64 in signatures:
        if seat not in numbers(seats):
            fail(1, f"A signature is for seat {seat}, which this record does not have.")
        key = signing_key(base64, (body, body + before))
        if not key:
            fail(1, f"The signature for seat {seat} does not sign this record.")
        if used & {seat, key}:
            fail(
                1, f"The signature for seat {seat} is one too many: this seat or this key has signed before."
            )
        if bound and [seat, key] not in named:
            fail(1, f"The key of the signature for seat {seat} is none that the record names for it.")
        if bound and not used:
            say("This record says whose key it is; only those who signed confirm that:")
        if bound:
            say(f"Signed for seat {seat} with the key {key}")
        else:
            say(f"Signed with the key {key}; nothing proves that it is the key of seat {seat}")
        used |= {seat, key}
        before += f"signature {seat} {base64}\n"


def signing_key(base64: str, texts: Sequence[str]) -> str:
    """The fingerprint of the key that signed one of the texts, by `ssh-keygen`; empty: none did."""
    rows = [base64[at : at + 70] for at in range(0, len(base64), 70)]
    armor = ["-----BEGIN SSH SIGNATURE-----", *rows, "-----END SSH SIGNATURE-----", ""]
    with tempfile.NamedTemporaryFile("w", suffix=".sig") as file:
        file.write("\n".join(armor))
        file.flush()
        command = ["ssh-keygen", "-Y", "check-novalidate", "-n", "crownhouse-record", "-s", file.name]
        for text in texts:
            run = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
            found = re.search(rb"SHA256:[A-Za-z0-9+/]{43}", run.stdout)
            if run.returncode == 0 and found:
                return found[0].decode()
    return ""


def main(path: str) -> None:
    """Check a record. What is in a file that somebody made is never a reason for a traceback."""
    try:
        text = Path(path).read_bytes().decode()
    except OSError as error:
        fail(2, f"{path}: {error.strerror}")
    except UnicodeDecodeError:
        fail(2, f"{path}: this is no record, it is not written in UTF-8.")
    try:
        check(text)
    except (ValueError, LookupError, ArithmeticError, StopIteration, RuntimeError):
        fail(2, f"{path}: this is no record that can be read.")


def check(text: str) -> None:
    head, steps, signatures = read(text)
    needed = ("game", "seats", "table", "rules", "commitment", "seed")
    missing = [word for word in needed if word not in head] + ([] if steps else ["step"])
    games = {"court": court, "intrigue": intrigue, "laurin": laurin}
    first = head.get("crownhouse", [""])[0]
    if next(iter(head), "") != "crownhouse" or first not in ("record 1", "record 2"):
        fail(2, "This is no record: it does not begin with crownhouse record 1 or 2.")
    if missing:
        fail(2, f"This is no record of a finished game: it has no {', '.join(missing)}.")
    if head["game"][0] not in games:
        fail(2, f"The game {head['game'][0]} is not known here.")
    bound = first != "record 1"  # to the keys of the seats
    voided = {seat for line in head.get("voided", []) for seat in line.split()[0].split(",")}
    late = voided & {line.split()[0] for line in head.get("added", [])}
    if bound and late:
        fail(1, f"Seat {min(late)} voided a deal, so it could add nothing to the next; but it did.")
    keyed = "chance=duplicate" in head.get("options", [""])[0].split()
    keys = keys_of(head)
    draws = (KeyedDraws if keyed else Draws)(next(key for end, key in keys if end))
    draws.rules = int(head["rules"][0])
    seats = head["seats"][0].count(",") + 1
    fair = games[head["game"][0]](draws, seats, steps)
    for number, (_, _, tokens) in enumerate(steps):
        draws.key = next(key for end, key in keys if number < end)
        drawn = next(fair)
        if tokens != drawn:
            fail(1, f"Step {number}: the record says {' '.join(tokens)}, the seed {' '.join(drawn)}.")
    say(f"{draws.number} draw{'' if draws.number == 1 else 's'}, every one as the seed gives it.")
    if signatures:
        check_signatures(text, head, signatures, bound=bound)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        fail(2, "Write: python3 verify.py RECORD")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    main(sys.argv[1])
