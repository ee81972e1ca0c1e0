"""What terminals report by themselves or as an answer: none of it is a key."""

from __future__ import annotations

STRINGS = (
    b"\x1b]11;rgb:0000/0000/0000\x1b\\", b"\x1b]11;rgb:ffff/ffff/ffff\x07", b"\x1b]52;c;cnIgcnI=\x07",
    b"\x1b]lr y n /quit\r\x1b\\", b"\x1bP>|XTerm(370)\x1b\\", b"\x1bP1$r0;1 q\x1b\\",
    b"\x1bP1+r544e=787465726d\x1b\\",
    b"\x1bPtmux;\x1b\x1b]11;?\x07\x1b\\", b"\x1bPx\x1b\x1b\\",
    b"\x1b_Gi=31;OK\x1b\\", b"\x1b^private ry\r\x1b\\", b"\x1bXstart ry\r\x1b\\",
)  # fmt: skip
EIGHT_BITS = (
    "\x9d11;rgb:0000/0000/0000\x9c".encode(),
    "\x90>|XTerm(370)\x9c".encode(),
    "\x9fGi=31;OK\x9c".encode(),
)
MICE = (
    b"\x1b[M !!", b"\x1b[M#r/", b"\x1b[Mc\xe1y", b"\x1b[M \xc3\xa9\x72", b"\x1b[<0;5;5M", b"\x1b[<35;120;40m",
    b"\x1b[<0;-1;5M", b"\x1b[32;5;5M",
)  # fmt: skip
ANSWERS = (
    b"\x1b[?64;1;2;6;9;15;16;17;18;21;22;28;29;52c", b"\x1b[>41;370;0c", b"\x1b[?2026;2$y", b"\x1b[4;1$y",
    b"\x1b[12;40R", b"\x1b[I", b"\x1b[O", b"\x1b[?997;1n", b"\x1b[48;50;80;1;1t", b"\x1b[?1u", b"\x1b[0n",
)  # fmt: skip
REPORTS = (*STRINGS, *EIGHT_BITS, *MICE, *ANSWERS)
