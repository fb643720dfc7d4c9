"""Two hundred random battles on a host: every byte that it sends is searched for hidden cards."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

import pytest

from tests.bench.conftest import Figure
from tests.tui.host.many_secrets import searched_by_seeds

pytestmark = pytest.mark.bench
SHARE = 10


def test_no_byte_of_two_hundred_battles_names_a_hidden_card(tmp_path: Path, figure: Figure) -> None:
    began, sums = perf_counter(), Counter[str]()
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        shares = [
            pool.submit(
                searched_by_seeds,
                tmp_path / str(first),
                range(first, first + SHARE),
                bool(first // SHARE % 2),
            )
            for first in range(0, 200, SHARE)
        ]
        for share in shares:
            sums.update(share.result())
    print(f"\nsearched: {dict(sums)}")
    assert sums["battles"] == 200
    assert sums["granted"] > 50
    what = f"{sums['bytes'] / 1e6:.0f} MB of 200 hosted battles searched for hidden cards"
    figure(what, perf_counter() - began, "s", 1800)
