"""The commands of the documents that are typed in shells, in an order in which each of them makes sense."""

from __future__ import annotations

import sys

from tests.documents.commands import ROOT
from tests.documents.evening import WAITS, Step

TABLE = r"^([A-Z]+-\d+),"
DUMP = """cat > /etc/crownhouse-dump.env <<END
PGHOST=db.example.org
PGUSER=crownhouse
PGPASSWORD=...
PGDATABASE=crownhouse
END"""
SHARED = "man/man1/crownhouse.1 bash-completion/completions/crownhouse zsh/site-functions/_crownhouse"
DIGITS = r"([0-9A-Z]{4}(?:-[0-9A-Z]{4})+)"

BY_COMMANDS = (
    Step("anna", "ssh HOST name NAME", fill={"NAME": "anna"}),
    Step("bert", "ssh HOST name bert"),
    Step("anna", "ssh HOST open court 2 correspondence", keep={"KIWI-7": TABLE, "TABLE": TABLE}, own=True),
    Step("anna", "ssh HOST invite KIWI-7 bert"),
    Step("bert", "ssh HOST messages", WAITS),
    Step("bert", "ssh HOST invitations friends"),
    Step("bert", "ssh HOST follow anna"),
    Step("bert", "ssh HOST sit KIWI-7"),
    Step("anna", "ssh HOST start KIWI-7"),
    Step("asked", "ssh HOST away 7d"),
    Step("asked", "ssh HOST away"),
    Step("asked", "ssh HOST turns", WAITS),
    Step("asked", "ssh HOST turns --json", WAITS),
    Step("asked", 'ssh -o BatchMode=yes HOST turns >/dev/null; [ $? = 10 ] && echo "your turn"'),
    Step("asked", "ssh HOST look TABLE", keep={"SEQ": r"^This is position (\d+)", "MOVE": r"^  (\w+): "}),
    Step("asked", "ssh HOST look TABLE --json"),
    Step("asked", "ssh HOST look TABLE odds"),
    Step("asked", "ssh HOST look TABLE odds --json"),
    Step("asked", "ssh HOST play --at SEQ TABLE MOVE"),
    Step(
        "asked", "ssh HOST look KIWI-7", keep={"6": r"^This is position (\d+)", "keep 5": r"^  (keep \d): "}
    ),
    Step("asked", "ssh HOST look KIWI-7 court"),
    Step("asked", "ssh HOST look KIWI-7 odds"),
    Step("asked", "ssh HOST play --at 6 KIWI-7 keep 5", own=True),
    Step("asked", "ssh HOST next --json", WAITS),
    Step("asked", "ssh HOST next", WAITS),
    Step("anna", "ssh HOST plan KIWI-7"),
    Step("anna", "ssh HOST plan KIWI-7 off"),
    Step("asked", "ssh HOST play TABLE keep 5 5", fill={"keep 5 5": "roll"}),
    Step("anna", "ssh HOST tell NAME TEXT", fill={"NAME": "bert", "TEXT": "'Laurin tonight?'"}),
    Step(
        "anna",
        "ssh HOST report NAME --table TABLE WHY",
        fill={"NAME": "bert", "WHY": "answers in no time"},
        keep={},
    ),
    Step("anna", "ssh HOST duplicate court 4 2", keep={"TABLE": r"\b([A-Z]+-\d+)\b"}),
    Step("anna", "ssh HOST duplicate results TABLE"),
    Step("anna", "ssh HOST lang de"),
    Step("anna", "ssh HOST lang en", own=True),
    *(
        Step("anna", f"ssh HOST {word}")
        for word in (
            *(
                "help",
                "conduct",
                "conduct accept",
                "export",
                "keys",
                "profile",
                "history",
                "ladder court",
                "today",
                "week",
                "trophies anna 2026-Q4",
                "club new Kronberg",
                "club invite",
                "club",
                "club export csv",
                "cup",
            ),
            *("opponents court", "dice", "help people", "help tell", "describe", "describe follow"),
        )
    ),
    Step("anna", "ssh HOST verify.py"),
    Step("anna", "ssh HOST daily results [GAME] [DATE] [--json]", fill={"GAME": "court"}),
    *(
        Step("anna", text, input='{"id":1,"do":"who"}\n')
        for text in ("ssh HOST api", "ssh host api", "ssh -T HOST api", "ssh -T -p 2222 localhost api")
    ),
    *(Step("anna", f"ssh {option}HOST plain", input="look\nquit\n") for option in ("", "-T ")),
    Step("anna", "echo look > file", own=True),
    Step("anna", "ssh HOST plain < file"),
    Step("anna", "ssh HOST COMMAND", fill={"COMMAND": "history"}),
    Step("cleo", "ssh HOST forget me --yes"),
)
"""Two people with new accounts, who only ever type commands, and one who goes at once."""

AFTER_A_GAME = (
    Step("anna", "ssh HOST record ID"),
    Step("anna", "ssh -p 2222 play.example.org record ID"),
    Step("anna", "ssh HOST record ID > r"),
    Step("anna", "ssh HOST verify.py > verify.py"),
    Step("anna", "python3 verify.py r"),
    Step("anna", "crownhouse verify r"),
    Step("anna", "ssh-keygen -Y sign -n crownhouse-record -f ~/.ssh/id_ed25519 r"),
    Step("anna", "ssh HOST sign ID < r.sig"),
    Step("anna", "ssh HOST share ID"),
    Step("anna", "ssh HOST analyse ID"),
    Step("anna", "ssh HOST analyse ID --svg > curve.svg"),
    Step("anna", "ssh HOST cast ID > game.cast"),
    Step("anna", "ssh HOST replay ID", input="on 3\nquit\n"),
    Step("anna", "crownhouse replay FILE", fill={"FILE": "r"}),
    Step("anna", "crownhouse analyse RECORD", fill={"RECORD": "r"}),
)
"""The same with a game that is over: ID."""

NOTICES = (Step("anna", "ssh HOST notify"), Step("anna", "ssh HOST notify mail anna@example.org"))
"""What sends the code that CONFIRMED needs."""
CONFIRMED = (
    Step("anna", "ssh HOST notify CODE"),
    Step("anna", "ssh HOST notify message off"),
    Step("anna", "ssh HOST notify quiet 22-7"),
    Step("anna", "ssh HOST notify digest 18"),
    Step("anna", "ssh HOST notify off"),
    Step("anna", "ssh HOST notify off CODE"),
)

MODERATED = (
    Step("dora", "ssh HOST name dora", own=True),
    Step("root", "crownhouse admin moderator NAME", fill={"NAME": "dora"}),
    Step("root", "crownhouse admin moderator"),
    Step("dora", "ssh HOST queue", keep={"7K3M": r"^([0-9A-Z]{4})\b"}),
    Step("dora", "ssh HOST queue 7K3M warn insults", own=True),
    Step("bert", "ssh HOST answer TEXT", fill={"TEXT": "'I did not.'"}),
    Step("root", "crownhouse admin reports", keep={"SIGN": r"^([0-9A-Z]{4})\b"}),
    Step("root", "crownhouse admin reports SIGN"),
    Step("root", "crownhouse admin reports SIGN dismiss --reason TEXT", fill={"TEXT": "'It stands.'"}),
    Step("root", "crownhouse admin moderator NAME --off", fill={"NAME": "dora"}),
    Step("root", "crownhouse admin audit [NAME] [--last N]", fill={"NAME": "dora", "N": "3"}),
    Step("root", "crownhouse admin audit"),
)
"""A report of BY_COMMANDS is decided and answered."""

KICKED = (
    Step("root", "crownhouse admin kick NAME", fill={"NAME": "dora"}),
    Step("root", "crownhouse admin kick ADDRESS", fill={"ADDRESS": "127.0.0.1"}),
)
"""While dora has a session, each time."""

OPERATED = (
    Step("root", "crownhouse admin who"),
    Step("root", "crownhouse admin health"),
    Step("root", "crownhouse admin who --data DIR", fill={"DIR": '"$CROWNHOUSE_DATA"'}),
    Step("root", 'crownhouse admin announce "Short reconnects in ten minutes"'),
    Step("root", "crownhouse admin announce TEXT", fill={"TEXT": "Tea at five"}),
    Step("root", "crownhouse admin announce --off"),
    Step("root", "crownhouse admin guests off"),
    Step("root", "crownhouse admin guests on"),
    Step("root", "crownhouse admin prune"),
    Step("root", "crownhouse admin prune --yes"),
    Step("root", "crownhouse admin host-key"),
    Step("root", "crownhouse admin host-key next"),
    Step("root", "crownhouse admin host-key drop"),
    Step("root", "crownhouse admin host-key next", own=True),
    Step("root", "crownhouse admin host-key switch"),
    Step("root", "crownhouse admin table TABLE"),
    Step("root", "crownhouse admin close TABLE"),
    Step("root", "crownhouse admin accounts SEARCH", fill={"SEARCH": "ber"}),
    Step("root", "crownhouse admin account NAME", fill={"NAME": "bert"}),
    Step("root", "crownhouse admin key NAME add KEY", fill={"NAME": "bert", "KEY": f"SHA256:{'A' * 43}"}),
    Step("root", "crownhouse admin key NAME drop KEY", fill={"NAME": "bert", "KEY": "SHA256:AAAA"}),
    Step("root", "crownhouse admin rename NAME NEW", fill={"NAME": "bert", "NEW": "berthold"}),
    Step("root", "crownhouse admin rename berthold bert", own=True),
    Step(
        "root", "crownhouse admin mute NAME --for 1d --reason TEXT", fill={"NAME": "bert", "TEXT": "insults"}
    ),
    Step("root", "crownhouse admin unmute NAME --reason TEXT", fill={"NAME": "bert", "TEXT": "sorry"}),
    Step("root", "crownhouse admin games [NAME] [--last N]", fill={"NAME": "bert", "N": "3"}),
    Step("root", "crownhouse admin void ID WHY", 1, fill={"ID": "0a1b", "WHY": "lost on purpose"}),
    Step("root", "crownhouse admin void ID --lift WHY", 1, fill={"ID": "0a1b", "WHY": "sorry"}),
    Step("root", "crownhouse admin export NAME", fill={"NAME": "bert"}),
    Step("root", "crownhouse admin ban NAME [--days N]", fill={"NAME": "bert", "N": "3"}),
    Step("root", "crownhouse admin ban WHOM --lift", fill={"WHOM": "bert"}),
    Step("root", "crownhouse admin ban NAME --reason TEXT", fill={"NAME": "bert", "TEXT": "insults"}),
    Step("root", "crownhouse admin ban NAME --lift --reason TEXT", fill={"NAME": "bert", "TEXT": "sorry"}),
    Step("root", "crownhouse admin ban"),
    Step("root", "crownhouse admin ban ADDRESS [--days N]", fill={"ADDRESS": "192.0.2.0/24", "N": "3"}),
    Step("root", "crownhouse admin forget NAME --yes", fill={"NAME": "bert"}),
    Step("root", "crownhouse admin reload"),
    Step("root", "crownhouse admin backup FILE", fill={"FILE": "copy.db"}),
    Step("root", "mkdir -p var/backups", own=True),
    *(
        Step("root", f"crownhouse admin backup {path}", fill={path: path.lstrip("/")})
        for path in ("/var/backups/before-upgrade.db", "/var/backups/crownhouse-2026-11-21.db")
    ),
    Step("root", "crownhouse check /var/lib/crownhouse", fill={"/var/lib/crownhouse": '"$CROWNHOUSE_DATA"'}),
    Step("root", "crownhouse --version"),
    Step("root", "crownhouse config"),
    Step("root", "crownhouse config --schema"),
    Step("root", "crownhouse config > crownhouse.toml"),
    Step("root", "crownhouse COMMAND --help", fill={"COMMAND": "serve"}),
    Step("root", "export PATH=$PATH:/opt/crownhouse/bin"),
    Step("root", ".venv/bin/crownhouse --help", fill={".venv/bin/crownhouse": "crownhouse"}),
    Step("root", ".venv/bin/crownhouse config", fill={".venv/bin/crownhouse": "crownhouse"}),
    Step("root", "python -m server", 2),
    Step("root", "crownhouse admin drain"),
    Step("root", "crownhouse admin drain --off"),
    Step("root", "crownhouse admin drain --move", 1),
    Step("root", "crownhouse admin drain --stop"),
)
"""An operator beside a host in one SQLite file, which refuses `--move`."""

STOPPED = (
    Step("root", "crownhouse serve --config crownhouse.toml --check"),
    Step(
        "root",
        "crownhouse rebuild --data /var/lib/crownhouse",
        fill={"/var/lib/crownhouse": "$CROWNHOUSE_DATA"},
    ),
    Step(
        "root",
        "crownhouse restore /srv/backup.db --data /srv/data",
        fill={"/srv/backup.db": "copy.db", "/srv/data": '"$CROWNHOUSE_DATA"'},
        own=True,
    ),
    Step("root", "crownhouse restore --data DIR", fill={"DIR": '"$CROWNHOUSE_DATA"'}),
    Step("root", "crownhouse serve --check"),
    Step(
        "root",
        "/opt/crownhouse/bin/crownhouse serve --check",
        fill={"/opt/crownhouse/bin/crownhouse": "crownhouse"},
    ),
)
"""After the last game; the host has ended."""

HERE = {"make": f"make -C {ROOT} VENV={sys.prefix}", "python -m": f"cd {ROOT}; python -m"}
ALONE = (
    Step("dora", "printf %s 'my secret words' | sha256sum"),
    Step("dora", "mkdir -p etc/systemd/system etc/ssh/sshd_config.d deploy", own=True),
    *(
        Step("dora", text, fill={"deploy/": f"{ROOT}/deploy/", "/etc/": "etc/"})
        for text in (
            "install -m 644 deploy/crownhouse.toml /etc/crownhouse.toml",
            "install -m 644 deploy/crownhouse.service /etc/systemd/system/crownhouse.service",
            *(
                f"install -m 644 deploy/crownhouse-{name}.service deploy/crownhouse-{name}.timer"
                " /etc/systemd/system/"
                for name in ("backup", "dump")
            ),
            "install -m 600 /dev/null /etc/crownhouse-dump.env",
            'echo "Port 2200" > /etc/ssh/sshd_config.d/port.conf',
            DUMP,
        )
    ),
    Step(
        "dora",
        f"mkdir -p env/lib env/bin && touch env/pyvenv.cfg && ln -s $(command -v python3) env/bin/python"
        f" && cp {ROOT}/deploy/crownhouse-slim env/bin",
        own=True,
    ),
    Step("dora", "/opt/crownhouse/bin/crownhouse-slim", fill={"/opt/crownhouse": "env"}),
    Step("dora", f"cp {ROOT}/deploy/crownhouse.toml public.toml", own=True),
    Step(
        "dora",
        """sed -i '0,/^public = ""/s//public = "play.example.org:22"/' /etc/crownhouse.toml""",
        fill={"/etc/crownhouse.toml": "public.toml"},
    ),
    Step("dora", "crownhouse config > default.toml; diff default.toml public.toml | grep -c '^>'", own=True),
    Step("dora", "ssh-keygen -t ed25519", fill={"ed25519": "ed25519 -f new -N ''"}),
    Step("dora", 'from="$(uv tool dir)/crownhouse/share" to="${XDG_DATA_HOME:-$HOME/.local/share}"'),
    Step(
        "dora",
        f'for file in {SHARED}; do\nmkdir -p "$to/${{file%/*}}" && ln -sf "$from/$file" "$to/$file"\ndone',
        fill={"$to": "share", "$from": "/opt/crownhouse/share"},
    ),
    Step("dora", 'echo "POSTGRES_PASSWORD=$(openssl rand -hex 16)" > deploy/.env'),
    Step("dora", "ssh-keygen -t ed25519 -N '' -f window.key"),
    Step("dora", "make simulate SEED=123", fill=HERE),
    Step("dora", "make twins GAME=laurin PAIR=12", fill=HERE),
    Step("dora", "python -m training.cups tests/training/cups/court-8.jsonl.xz", fill=HERE),
)
"""What needs no host."""

STEPS = (*BY_COMMANDS, *AFTER_A_GAME, *NOTICES, *CONFIRMED, *MODERATED, *KICKED, *OPERATED, *STOPPED, *ALONE)

SCREENS = (
    "ssh HOST",
    "ssh -p 2222 localhost",
    "ssh -p 2222 play.example.org",
    "ssh play.example.org",
    "ssh -p 2222 anna@play.example.org",
    "ssh -t HOST court",
    "ssh -t HOST join CODE",
    "ssh -t HOST learn court",
    "ssh -t HOST learn intrigue",
    "ssh -t HOST learn laurin",
    "ssh -t HOST match [GAME]",
    "ssh -t HOST daily [GAME]",
    "ssh -t HOST replay ID",
    "crownhouse play [GAME]",
    ".venv/bin/crownhouse play",
)
"""Commands that open a screen."""
