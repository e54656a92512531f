"""Client of Order Analytics. `OrderAnalytics` works with DataFrames; `order_analytics.api` is generated from the published
document and has a function for every operation, for use with `OrderAnalytics(...).api`."""

from .client import OrderAnalytics, PushResult
from .errors import OrderAnalyticsError, RefusedOrders
from .webhooks import verify_standard_webhook, verify_webhook

__all__ = [
    "OrderAnalytics",
    "OrderAnalyticsError",
    "PushResult",
    "RefusedOrders",
    "verify_standard_webhook",
    "verify_webhook",
]
