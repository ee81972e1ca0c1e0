"""Claims of names in one process."""

from __future__ import annotations

from server.cluster.names import CLAIM_SECONDS, LocalClaims


async def test_a_claim_ends_when_it_is_released_or_its_time_is_up() -> None:
    claims = LocalClaims()
    assert await claims.claim({"ada"}, 0.0)
    assert await claims.claim({"bert"}, 1.0)
    claims.release({"bert"})
    assert (claims.is_claimed("ada", 1.0), claims.is_claimed("bert", 1.0)) == (True, False)
    assert not await claims.claim({"ada", "bert"}, CLAIM_SECONDS - 0.1)
    assert not claims.is_claimed("ada", CLAIM_SECONDS)
    assert await claims.claim({"ada", "bert"}, CLAIM_SECONDS)
    assert claims.is_claimed("ada", CLAIM_SECONDS + 1.0)
