"""Whole turns as arrays: the exact chances of several targets, with every card in any order, at once.

`roll_tables` numbers rolls, `results_met` says which results meet a target, `result_classes` which dice set
aside make no difference any more, `card_steps` what a card makes of a table of values, and `turn_solver` goes
through a turn from its last die back to now. `exact_chances` is the door: it says beforehand what an answer
costs, in time and memory.

It works on arrays (`engine.kit.arrays`): who wants exact chances imports it when it wants them.
"""
