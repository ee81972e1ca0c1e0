"""A report and a letter, for screens and plain mode."""

from __future__ import annotations

from tui.host.moderation import Complaint, EarlierDecision, Letter, ReportedCase
from tui.host.pictures import ChatLine

CASE = ReportedCase(
    "7K3M-2QXP", "Birch", "conduct", (Complaint("Cedar", "insults me", 1795262400.0),), 1795262400.0,
    talk=(ChatLine("Birch", "you cheat", 1795262390.0),), table="t1", table_name="KIWI-7", game="court",
    seats=("Birch", "Cedar"), position=12,
    earlier=(EarlierDecision("warn", "be kind", 1795000000.0),),
)  # fmt: skip
LETTER = Letter("L1", "mute", 1795262400.0, "insults", 1795270000.0, can_answer=True)
