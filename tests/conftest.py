"""How property tests judge: by what they find, never by how long a busy machine takes."""

from hypothesis import HealthCheck, settings

settings.register_profile("crownhouse", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("crownhouse")
