"""Every attack that the host promises to withstand has a test: the table of `docs/security.md` as code."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROWS = {
    "a public key that is offered but not proven": (
        "edge/test_clients.py::test_another_players_public_key",
        "server/sessions/test_listener.py::test_whoever_only_has_somebodys_public_key_is_a_guest",
        "server/sessions/test_listener.py::test_only_the_last_way_in_counts",
    ),
    "a closed window": (
        "edge/test_output.py::test_closed_window",
        "edge/test_output.py::test_window_that_stays_closed",
    ),
    "a huge window, nothing read": (
        "edge/test_output.py::test_huge_window",
        "server/sessions/test_session.py::test_a_client_that_does_not_read_is_dropped",
    ),
    "a packet that inflates to megabytes": (
        "edge/test_packets.py::test_zlib_bomb",
        "server/transport/test_hardened.py::test_what_packets_inflate_to_is_charged",
    ),
    "300 attempts to log in": ("edge/test_before_login.py::test_password_tries",),
    "400 sessions in one connection": ("edge/test_packets.py::test_channels",),
    "silent sockets": (
        "edge/test_before_login.py::test_silent_sockets",
        "server/transport/test_acceptor.py::test_silent_connections_are_closed_in_time",
        "server/transport/test_acceptor.py::test_one_address_has_a_share_of_the_queue",
        "server/transport/test_acceptor.py::test_silent_connections_of_many_addresses_leave_room",
    ),
    "a handshake flood": (
        "edge/test_before_login.py::test_handshake_flood",
        "server/transport/test_acceptor.py::test_room_is_kept_for_addresses_that_were_let_in_before",
        "server/sessions/test_session.py::test_a_client_without_our_algorithms_is_refused",
    ),
    "invalid UTF-8": ("edge/test_input.py::test_invalid_utf8",),
    "window changes of any size": (
        "edge/test_clients.py::test_windows_of_any_size",
        "edge/test_clients.py::test_without_a_terminal",
        "edge/test_packets.py::test_tiny_packets",
        "server/sessions/test_session.py::test_windows_are_bounded_and_followed_calmly",
        "server/sessions/test_plain_mode.py::test_without_a_terminal",
    ),
    "a large environment, a long TERM": ("edge/test_input.py::test_environment",),
    "commands, subsystems, forwarding": (
        "edge/test_input.py::test_other_services",
        "server/sessions/test_session.py::test_nothing_is_forwarded",
    ),
    "pastes": (
        "edge/test_input.py::test_paste",
        "server/transport/test_terminal_input.py::test_text_of_a_paste_whose_begin_was_dropped_is_never_a_key",
        "server/sessions/test_session.py::test_input_without_a_terminal_comes_at_a_bounded_rate",
    ),
    "dead clients": (
        "edge/test_clients.py::test_a_dead_client",
        "server/sessions/test_session.py::test_a_dead_line_is_noticed",
    ),
    "escape sequences and invisible characters": (
        "edge/test_input.py::test_hostile_names_and_talk",
        "server/identity/test_names.py::test_clean_text_has_nothing_unseen",
        "server/table/test_chat.py::test_lines_are_cleaned",
    ),
    "markup in names": (
        "edge/test_input.py::test_hostile_names_and_talk",
        "tui/screens/test_table.py::test_names_that_look_like_markup_are_only_text",
    ),
    "look-alike names": (
        "edge/test_shares.py::test_look_alikes",
        "server/identity/test_look_alikes.py::test_every_letter_of_the_table_is_taken_for_what_it_looks_like",
        "server/identity/test_look_alikes.py::test_two_scripts_in_a_name_are_refused",
        "server/identity/test_accounts.py::test_look_alikes_get_another_name",
    ),
    "tiny packets": (
        "edge/test_packets.py::test_tiny_packets",
        "server/transport/test_packet_turns.py::test_addresses_take_turns",
        "server/transport/test_packet_turns.py::test_the_first_packets_of_an_address_wait_for_nobody_elses",
    ),
    "repeated key exchanges": (
        "edge/test_packets.py::test_rekeying",
        "edge/test_output.py::test_half_a_key_exchange",
        "server/transport/test_hardened.py::test_key_exchanges_are_charged_from_the_second_on",
    ),
    "requests whose answers are not read": (
        "server/transport/test_hardened.py::test_answers_that_are_not_read_are_bounded",
    ),
    "tables at which only bots are left": (
        "edge/test_shares.py::test_tables_that_nobody_comes_to",
        "edge/test_shares.py::test_tables_of_one_address",
        "server/lobby/test_keep_times.py::test_a_game_is_kept_as_long_as_somebody_may_come_back",
        "server/lobby/test_keep_times.py::test_where_tables_are_scarce_guests_make_room_in_five_minutes",
        "server/lobby/test_addresses.py::test_an_address_opens_so_many_tables",
    ),
    "all tables, taken from many addresses": (
        "edge/test_shares.py::test_a_full_host_makes_room_for_who_has_played",
        "server/lobby/test_keep_times.py::test_a_full_host_makes_room_for_somebody_who_has_played",
    ),
    "sessions of one address": (
        "edge/test_shares.py::test_sessions_of_one_address",
        "edge/test_shares.py::test_newcomers_of_other_addresses_come_at_once",
        "server/lobby/test_addresses.py::test_a_nearly_full_host_lets_in_those_for_whom_something_waits",
    ),
    "all sessions, taken from few addresses": (
        "edge/test_shares.py::test_a_full_host_takes_who_comes_from_elsewhere",
        "server/lobby/test_addresses.py::test_few_addresses_keep_nobody_out",
        "server/lobby/test_addresses.py::test_nobody_takes_the_only_session_of_an_account_that_has_played",
        "server/sessions/test_listener.py::test_channels_that_ask_for_nothing_give_way",
    ),
    "accounts of one address": (
        "edge/test_shares.py::test_accounts_of_one_address",
        "server/identity/test_accounts.py::test_an_address_makes_so_many_accounts_a_day",
        "server/host/test_provisional_accounts.py::test_an_account_without_a_move_is_forgotten_after_a_day",
    ),
    "chat, renaming, guesses over new connections": (
        "edge/test_shares.py::test_reconnecting_begins_nothing_anew",
        "server/lobby/test_addresses.py::test_an_address_does_so_much_at_once",
    ),
    "limits of somebody else, used up by strangers": (
        "edge/test_shares.py::test_recovery_codes_of_somebody_else",
        "server/host/test_moderation_requests.py::test_wrong_codes_count_against_who_types_them",
        "server/host/test_people_requests.py::test_followers_take_no_room_of_friends",
        "server/host/test_cups.py::test_one_address_never_fills_a_public_cup",
        "server/host/test_cups.py::test_few_addresses_keep_nobody_out_of_a_public_cup",
        "server/sessions/test_idle_connections.py::test_few_addresses_take_the_place_of_nobody",
        "server/notices/test_confirmation.py::test_an_address_has_a_share_of_the_codes",
        "server/notices/test_confirmation.py::test_strangers_who_use_up_the_codes_keep_out_nobody",
        "server/notices/test_confirmation.py::test_spellings_of_a_mailbox_are_one",
        "server/notices/test_confirmation.py::test_a_place_that_was_told_stop_stays_so",
        "server/transport/test_acceptor.py::test_a_full_queue_keeps_out_nobody_for_whom_there_is_room",
    ),
    "more connections than the process may open": (
        "server/start/test_serve.py::test_the_host_may_open_as_many_files_as_its_sessions_need",
        "server/bots/test_bot_runner.py::test_where_no_process_can_be_started_bots_wait",
        "server/telemetry/test_refused.py::test_a_refusal_is_counted_once_by_its_reason",
    ),
    "replays, records and casts of ended games": (
        "edge/test_courses.py::test_replays_of_a_long_game",
        "server/analysis/courses/test_store.py::test_it_is_worked_out_once_for_all_who_wait_and_who_come_later",
        "server/analysis/courses/test_store.py::test_addresses_take_turns",
        "server/analysis/courses/test_store.py::test_what_was_looked_at_longest_ago_makes_room",
        "server/analysis/courses/test_process.py::test_a_process_that_dies_fails_what_waits_and_is_started_again",
    ),
    "casts that nobody reads": (
        "edge/test_courses.py::test_casts_of_one_address",
        "server/analysis/courses/test_casts.py::test_an_address_has_one_at_a_time",
        "server/analysis/courses/test_casts.py::test_an_address_that_asks_for_too_many_gives_way",
    ),
    "tables full of bots, odds asked for over and over": (
        "server/bots/test_odds.py::test_the_process_takes_questions_of_addresses_in_turn",
        "server/bots/test_odds.py::test_bots_think_for_who_is_at_their_table",
    ),
    "analyses, as many as there are places": (
        "edge/test_courses.py::test_analyses_of_one_address",
        "server/analysis/test_desk.py::test_an_address_leaves_places_to_others",
    ),
    "a command without input": ("edge/test_input.py::test_no_input",),
    "thousands of keys, commands or requests at once": (
        "edge/test_longest_turn.py::test_no_turn_is_long_whatever_a_client_causes",
        "server/budget/test_fair_queue.py::test_addresses_have_equal_shares_however_many_sessions_they_have",
        "server/budget/test_work_queue.py::test_a_turn_of_the_loop_works_no_longer_than_it_may",
        "server/transport/test_packet_turns.py::test_a_turn_handles_so_many_packets_and_the_next_one_as_many",
    ),
    "long texts where none are meant, pages over pages": (
        "edge/test_longest_turn.py::test_no_turn_is_long_whatever_a_client_causes",
        "tui/wire/private/test_painting.py::test_pages_that_open_each_other_at_once_come_to_rest",
    ),
    "a guess of the key exchange": ("edge/test_clients.py::test_a_guess_of_the_key_exchange",),
}  # fmt: skip


UNSEEN_FROM_OUTSIDE = {
    "requests whose answers are not read",
    "more connections than the process may open",
    "tables full of bots, odds asked for over and over",
}
"""Where a client would need minutes to reach the limit, or the host would need a smaller one."""


@pytest.mark.parametrize("row", sorted(ROWS.keys() - UNSEEN_FROM_OUTSIDE))
def test_every_attack_meets_a_real_host(row: str) -> None:
    """One in a process of its own, as a client meets it."""
    assert [name for name in ROWS[row] if name.startswith("edge/")]


@pytest.mark.parametrize("row", ROWS)
def test_every_attack_has_its_tests(row: str) -> None:
    """Those that are named exist."""
    for name in ROWS[row]:
        path, _, test = name.partition("::")
        body = ast.parse((ROOT / "tests" / path).read_text(encoding="utf-8")).body
        found = {node.name for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
        assert test in found, f"{row}: {name} is gone"


def test_the_document_names_every_attack() -> None:
    """`docs/security.md` says what is promised of each."""
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    assert [row for row in ROWS if f"| {row} |" not in text] == []
