"""The whole way with a running service: push, report, rules, customers, exports, webhooks, errors."""

import base64
import hashlib
import hmac
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
import os

import pandas as pd
import pytest

from order_analytics import OrderAnalytics, OrderAnalyticsError, verify_standard_webhook, verify_webhook
from order_analytics.api.api.datasets import get_usage
from order_analytics.api.models.usage import Usage

ORDERS = 400
LINES = pd.DataFrame(
    [
        {
            "order_id": f"o{at}",
            "customer_id": f"c{at * at % 37}",
            "order_date": f"2026-0{1 + at // 200}-{1 + at % 28:02d}",
            "product_name": name,
            "unit_price": 2.5 + part,
            "quantity": 1 + at % 3,
        }
        for at in range(ORDERS)
        for part, name in enumerate([f"Pot {at % 4}", f"Lid {at % 4}"] + (["Tea"] if at % 3 == 0 else []))
    ]
)


@pytest.fixture(scope="module")
def pushed(client: OrderAnalytics) -> str:
    result = client.push(LINES, dataset_id="python")
    assert (result.orders, result.lines) == (ORDERS, len(LINES))
    assert result.rows == {"total": len(LINES), "inserted": len(LINES), "updated": 0, "failed": 0}
    assert result.errors == []
    return "python"


def test_rules_customers_and_exports_are_data_frames(client: OrderAnalytics, pushed: str) -> None:
    market = client.report({"report_type": "MBA", "dataset_id": pushed, "params": {"min_support": 0.01}})
    rules = client.rules(market["report_id"])
    assert len(rules) == market["summary"]["association_rules_found"]
    assert rules["support"].tolist() == [rule["support"] for rule in market["association_rules"]]
    assert rules["occurrences"].tolist() == [
        rule["impact_analysis"]["occurrences"] for rule in market["association_rules"]
    ]
    tea = client.rules(market["report_id"], product="Tea", redundant=False, order_by="confidence")
    assert 0 < len(tea) < len(rules)
    assert all("Tea" in [*one.antecedents, *one.consequents] for one in tea.itertuples())
    exported = client.export(market["report_id"], "rules")
    assert exported["support"].tolist() == rules["support"].tolist()

    rfm = client.report({"template": "standard_rfm", "dataset_id": pushed})
    customers = client.customers(rfm["report_id"])
    assert len(customers) == rfm["customer_count"] == LINES["customer_id"].nunique()
    segments = pd.DataFrame(rfm["segments"]).set_index("name")["count"].to_dict()
    assert customers["segment"].value_counts().to_dict() == segments
    spent = (LINES["unit_price"] * LINES["quantity"]).groupby(LINES["customer_id"]).sum()
    found = customers.set_index("customer_id")["monetary"]
    pd.testing.assert_series_equal(found.sort_index(), spent.sort_index(), check_names=False)
    datasets = client.datasets().set_index("slug")
    assert datasets.loc[pushed, "contents"]["orders"] == ORDERS


def test_a_report_that_has_ended_is_not_cancelled(client: OrderAnalytics, pushed: str) -> None:
    report = client.report({"template": "standard_rfm", "dataset_id": pushed})
    ended = client.cancel_report(report["report_id"])
    assert (ended["report_id"], ended["status"]) == (report["report_id"], report["status"])


def test_the_generated_client_has_every_operation(client: OrderAnalytics) -> None:
    usage = get_usage.sync(client=client.api)
    assert isinstance(usage, Usage)
    assert usage.plan == client.usage()["plan"]


def test_errors_have_their_code_and_field(client: OrderAnalytics, pushed: str) -> None:
    with pytest.raises(OrderAnalyticsError) as refused:
        client.report({"report_type": "MBA", "dataset_id": pushed, "params": {"min_suport": 0.1}})
    assert (refused.value.status, refused.value.code, refused.value.param) == (400, "invalid_request", "params.min_suport")
    with pytest.raises(OrderAnalyticsError) as missing:
        client.rules("01ARZ3NDEKTSV4RRFFQ69G5FAV")
    assert missing.value.code == "not_found"
    stranger = OrderAnalytics(os.environ["ORDER_ANALYTICS_URL"], "afn_" + "a" * 36)
    with pytest.raises(OrderAnalyticsError) as unknown:
        stranger.usage()
    assert unknown.value.status == 401


def test_webhooks_are_verified_by_both_signatures(client: OrderAnalytics, pushed: str) -> None:
    received: list[tuple[bytes, dict[str, str]]] = []
    arrived = threading.Event()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append((self.rfile.read(int(self.headers["Content-Length"])), dict(self.headers.items())))
            self.send_response(200)
            self.end_headers()
            arrived.set()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/"
        client.report({"template": "standard_rfm", "dataset_id": pushed, "webhook_url": url})
        assert arrived.wait(60)
    finally:
        server.shutdown()
    body, headers = received[0]
    key = os.environ["ORDER_ANALYTICS_API_KEY"]
    of_service = next(value for name, value in headers.items() if name.lower() == "x-service-signature")
    assert verify_webhook(body, of_service, key)
    assert verify_standard_webhook(body, headers, key)
    for changed in (body + b" ", body.replace(b"report", b"Report", 1)):
        assert not verify_webhook(changed, of_service, key)
        assert not verify_standard_webhook(changed, headers, key)
    assert not verify_webhook(body, of_service, key + "x")
    assert not verify_webhook(body, None, key)
    sent = int(next(value for name, value in headers.items() if name.lower() == "webhook-timestamp"))
    assert not verify_standard_webhook(body, headers, key, now=sent + 301)
    assert verify_standard_webhook(body, headers, key, now=sent + 299)


def test_verifies_events_of_an_endpoint_by_either_of_its_secrets() -> None:
    first, second = (f"whsec_{base64.b64encode(bytes([byte]) * 32).decode()}" for byte in (3, 4))
    body = b'{"event":"import.completed"}'

    def signed_by(byte: int) -> str:
        mac = hmac.new(bytes([byte]) * 32, b"msg_1.1767225600." + body, hashlib.sha256).digest()
        return f"v1,{base64.b64encode(mac).decode()}"

    headers = {
        "webhook-id": "msg_1",
        "webhook-timestamp": "1767225600",
        "webhook-signature": f"{signed_by(3)} {signed_by(4)}",
    }
    for secret in (first, second):
        assert verify_standard_webhook(body, headers, secret, now=1767225600)
        assert not verify_standard_webhook(body + b" ", headers, secret, now=1767225600)
        assert not verify_standard_webhook(body, headers, secret, now=1767225901)
    assert not verify_standard_webhook(body, headers, "whsec_" + "A" * 44, now=1767225600)
