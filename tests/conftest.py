"""How property tests judge: by what they find, never by how long a busy machine takes. And the stores that
tests share.
"""

import gc

from hypothesis import HealthCheck, settings

settings.register_profile("crownhouse", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("crownhouse")

pytest_plugins = ["tests.server.running_postgres", "tests.server.stores"]


def pytest_collection_finish() -> None:
    """Keeps the collector from going through eleven thousand tests again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
