"""Verifies that a webhook comes from the service. Both signatures of a report's webhook are keyed with the SHA-256 of the API key that
requested the report; webhook endpoints and destinations have secrets of their own. The raw body is covered: parse it afterwards."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import time
from collections.abc import Mapping

_SERVICE = re.compile(r"sha256=([0-9a-f]{64})")
_STANDARD = re.compile(r"v1,([A-Za-z0-9+/]{43}=)")
_OWN_SECRET = "whsec_"


def verify_webhook(body: bytes | str, header: str | None, api_key: str) -> bool:
    """By X-Service-Signature, whose value `header` is. It does not detect replay: prefer verify_standard_webhook."""
    found = _SERVICE.fullmatch(header or "")
    if found is None:
        return False
    secret = hashlib.sha256(api_key.encode()).hexdigest().encode()
    expected = hmac.new(secret, _bytes(body), hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, found[1])


def verify_standard_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> bool:
    """By webhook-id, webhook-timestamp and webhook-signature. False if the body was changed, or the time is too old or in the
    future. `secret`: of a webhook endpoint or a destination, `whsec_…`, otherwise the API key. While an endpoint has two secrets, either
    is enough; ValueError for a `whsec_` that is not base64. `now`: Unix seconds."""
    names = {name.lower(): value for name, value in headers.items()}
    webhook_id, sent, signatures = (names.get(f"webhook-{part}") for part in ("id", "timestamp", "signature"))
    if webhook_id is None or sent is None or signatures is None:
        return False
    if re.fullmatch(r"[0-9]+", sent) is None:
        return False
    if abs((time.time() if now is None else now) - int(sent)) > tolerance_seconds:
        return False
    key = _key_of(secret)
    expected = hmac.new(key, f"{webhook_id}.{sent}.".encode() + _bytes(body), hashlib.sha256).digest()
    return any([hmac.compare_digest(expected, one) for one in _signatures(signatures)])


def _key_of(secret: str) -> bytes:
    if not secret.startswith(_OWN_SECRET):
        return hashlib.sha256(secret.encode()).digest()
    return base64.b64decode(secret.removeprefix(_OWN_SECRET), validate=True)


def _signatures(header: str) -> list[bytes]:
    found = []
    for part in header.split(" "):
        match = _STANDARD.fullmatch(part)
        if match is None:
            continue
        try:
            found.append(base64.b64decode(match[1], validate=True))
        except binascii.Error:
            continue
    return found


def _bytes(body: bytes | str) -> bytes:
    return body.encode() if isinstance(body, str) else body
