"""The trait Smoke: clouds put up around a model."""
