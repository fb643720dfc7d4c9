"""How fast a connection may send, and how connections that send too fast share the capacity."""

from __future__ import annotations

from tui.host.connection.admission import SharedBurst, Throttle


class Clock:
    """A clock whose time a test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def taken(clock: Clock, flows: list[Throttle], seconds: float, amount: float) -> list[float]:
    """Let all connections send as fast as they may for some seconds; return how much each has
    sent.
    """
    ready, count = [clock.now] * len(flows), [0.0] * len(flows)
    end = clock.now + seconds
    while (when := min(ready)) < end:
        clock.now = when
        who = ready.index(when)
        ready[who] = when + max(0.001, flows[who].add(amount))
        count[who] += amount
    return count


def test_a_person_never_waits() -> None:
    clock = Clock()
    flow = Throttle(SharedBurst(256, clock), 500)
    for _ in range(1000):
        assert flow.add(6) == 0  # an arrow key that is held down, in a terminal that says more
        clock.now += 1 / 40


def test_who_is_hasty_has_the_rate_after_a_first_burst() -> None:
    clock = Clock()
    (count,) = taken(clock, [Throttle(SharedBurst(256, clock), 500)], 20, 16)
    assert 500 * 20 <= count <= 500 * 20 + 256 + 32


def test_all_who_are_hasty_share_one_rate_and_a_person_does_not_notice() -> None:
    clock = Clock()
    share = SharedBurst(256, clock)
    crowd = [Throttle(share, 500) for _ in range(50)]
    taken(clock, crowd, 60, 16)  # the first bursts
    counts = taken(clock, crowd, 60, 16)
    assert sum(counts) <= 500 * 60 * 1.3
    assert min(counts) > 0
    assert Throttle(share, 500).add(20) == 0


def test_who_has_stopped_being_hasty_is_not_counted() -> None:
    clock = Clock()
    share = SharedBurst(256, clock)
    for flow in [Throttle(share, 500) for _ in range(20)]:
        flow.add(400)
    clock.now += 60
    alone = Throttle(share, 500)
    assert alone.add(356) == 0.2
