"""A service to ask: `npm run python` starts a local cloud and names it in the environment."""

import os
from collections.abc import Iterator

import pytest

from order_analytics import OrderAnalytics


@pytest.fixture(scope="session")
def client() -> Iterator[OrderAnalytics]:
    with OrderAnalytics(os.environ["ORDER_ANALYTICS_URL"], os.environ["ORDER_ANALYTICS_API_KEY"]) as found:
        yield found
