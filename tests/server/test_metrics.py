"""Measurements as Prometheus reads them."""

import sys

from prometheus_client.parser import text_string_to_metric_families as families

from ludotheque.server.metrics import CONTENT_TYPE, Metrics


def measured(metrics: Metrics) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    samples = (one for family in families(metrics.text().decode()) for one in family.samples)
    return {(one.name, frozenset(one.labels.items())): one.value for one in samples}


def test_counts() -> None:
    metrics = Metrics()
    metrics.commands["person", "done"].inc()
    metrics.commands["person", "done"].inc()
    metrics.commands["person", "refused"].inc()
    metrics.refusals[("not_your_turn",)].inc()
    metrics.events.inc(3)
    metrics.connections.inc()
    metrics.people.set(2)
    metrics.tables_awake.inc()
    found = measured(metrics)
    assert found["ludotheque_commands_total", frozenset({("by", "person"), ("result", "done")})] == 2
    assert found["ludotheque_commands_total", frozenset({("by", "person"), ("result", "refused")})] == 1
    assert found["ludotheque_refusals_total", frozenset({("code", "not_your_turn")})] == 1
    assert found["ludotheque_events_total", frozenset()] == 3
    assert found["ludotheque_connections", frozenset()] == 1
    assert found["ludotheque_people", frozenset()] == 2
    assert found["ludotheque_tables_awake", frozenset()] == 1


def test_times_from_half_a_millisecond_to_a_second() -> None:
    metrics = Metrics()
    for seconds in (0.0004, 0.04, 2.0):
        metrics.command_seconds.observe(seconds)
    metrics.bot_seconds["willi", "expert"].observe(0.2)
    metrics.commit_seconds.observe(0.003)
    metrics.loop_lag_seconds.observe(0.0)
    found = measured(metrics)
    for bound, count in (("0.0005", 1), ("0.02", 1), ("0.05", 2), ("1.0", 2), ("+Inf", 3)):
        assert found["ludotheque_command_seconds_bucket", frozenset({("le", bound)})] == count
    bot = frozenset({("game", "willi"), ("level", "expert")})
    assert found["ludotheque_bot_seconds_count", bot] == 1
    assert found["ludotheque_commit_seconds_sum", frozenset()] == 0.003
    assert found["ludotheque_loop_lag_seconds_count", frozenset()] == 1


def test_a_labelled_measurement_is_looked_up_once() -> None:
    metrics = Metrics()
    assert metrics.commands["person", "done"] is metrics.commands["person", "done"]
    assert len(metrics.commands) == 1


def test_servers_do_not_share_their_measurements() -> None:
    one, other = Metrics(), Metrics()
    one.events.inc()
    assert measured(other)["ludotheque_events_total", frozenset()] == 0


def test_the_process_itself() -> None:
    assert (b"process_resident_memory_bytes" in Metrics().text()) == (sys.platform == "linux")
    assert CONTENT_TYPE.startswith("text/plain")
