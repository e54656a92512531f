"""What goes wrong in a call: every error of the service has its code, and names the field that it is about."""

from __future__ import annotations

import httpx


class OrderAnalyticsError(Exception):
    """`code` is stable: the documentation lists them. `http_<status>` where a gateway answered, `timeout` after a wait."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int | None = None,
        param: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.param = param
        self.request_id = request_id
        #: Seconds.
        self.retry_after = retry_after


class RefusedOrders(ValueError):
    """A row of a DataFrame that is no order line. Nothing of its batch was sent."""


def error_of(response: httpx.Response) -> OrderAnalyticsError:
    """From an error response: the service's JSON, the gateway's, or any text."""
    try:
        body = response.json()
    except ValueError:
        body = None
    known = body if isinstance(body, dict) else {}
    said = known.get("error") or known.get("message") or response.text.strip()[:200] or "no body"
    return OrderAnalyticsError(
        f"{response.status_code} {said}",
        code=str(known.get("code") or f"http_{response.status_code}"),
        status=response.status_code,
        param=known.get("param"),
        request_id=known.get("request_id"),
        retry_after=retry_after_of(response),
    )


def retry_after_of(response: httpx.Response) -> float | None:
    """Seconds of Retry-After; None without it, and for a date, which the service does not send."""
    value = response.headers.get("retry-after", "")
    return float(value) if value.isdigit() else None
