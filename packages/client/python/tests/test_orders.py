"""DataFrames as orders and requests, with literal data and answers."""

import numpy as np
import pandas as pd
import pytest

from order_analytics import OrderAnalytics, OrderAnalyticsError, RefusedOrders
from order_analytics.orders import batches, orders_in


def test_lines_of_an_order_are_one_order_wherever_they_stand() -> None:
    lines = pd.DataFrame(
        {
            "InvoiceNo": ["2", "1", "2"],
            "customer_id": ["c1", np.nan, "c1"],
            "order_date": pd.to_datetime(["2026-03-01T10:00:00Z", None, "2026-03-01T10:00:00Z"]),
            "product_name": ["Tea", "Milk", "Cup"],
            "unit_price": [2.5, np.nan, 4],
            "quantity": [1.0, 2.0, 3.0],
            "channel": ["web", None, "shop"],
        }
    )
    assert [*orders_in(lines, {"order_id": "InvoiceNo"}, ["channel"])] == [
        {
            "order_id": "2",
            "customer_id": "c1",
            "order_date": "2026-03-01T10:00:00+00:00",
            "line_items": [
                {"product_name": "Tea", "unit_price": 2.5, "quantity": 1, "custom_fields": {"channel": "web"}},
                {"product_name": "Cup", "unit_price": 4.0, "quantity": 3, "custom_fields": {"channel": "shop"}},
            ],
        },
        {"order_id": "1", "line_items": [{"product_name": "Milk", "quantity": 2}]},
    ]


def test_a_product_that_an_order_has_twice_is_worth_what_both_lines_are() -> None:
    lines = pd.DataFrame(
        {
            "order_id": [1.0, 1.0, 2.0, 2.0],
            "product_name": ["Tea"] * 4,
            "unit_price": [2.0, 4.0, 3.0, 2.0],
            "quantity": [1, 3, 2, -2],
        }
    )
    assert [order["line_items"] for order in orders_in(lines)] == [
        [{"product_name": "Tea", "unit_price": 3.5, "quantity": 4}],
        [{"product_name": "Tea", "unit_price": 2.0, "quantity": 1}],
    ]
    assert [order["order_id"] for order in orders_in(lines)] == ["1", "2"]


@pytest.mark.parametrize(
    ("lines", "columns", "said"),
    [
        (pd.DataFrame({"id": ["1"]}), None, "no column order_id: there are id"),
        (pd.DataFrame({"order_id": ["1", None]}), None, "row 1: no order_id"),
        (pd.DataFrame({"order_id": ["1"], "quantity": [1.5]}), None, "row 0: quantity: expected an integer, got 1.5"),
        (pd.DataFrame({"order_id": ["1"], "unit_price": ["x"]}), None, "row 0: unit_price: expected a number, got 'x'"),
        (pd.DataFrame({"order_id": ["1"]}), {"orderid": "order_id"}, "columns: expected fields of order_id"),
    ],
)
def test_a_row_that_is_no_line_is_named(lines: pd.DataFrame, columns: dict[str, str] | None, said: str) -> None:
    with pytest.raises(RefusedOrders, match=said):
        [*orders_in(lines, columns)]


def test_batches_hold_whole_orders() -> None:
    orders = [{"order_id": str(at), "line_items": [{"product_name": "Tea"}] * 3} for at in range(5)]
    assert [[order["order_id"] for order in batch] for batch in batches(orders, max_lines=7)] == [
        ["0", "1"],
        ["2", "3"],
        ["4"],
    ]
    with pytest.raises(RefusedOrders, match="order 0: 3 lines"):
        [*batches(orders, max_lines=2)]


@pytest.mark.parametrize("wrong", ["", ".", ".."])
def test_an_id_that_no_path_can_hold_is_refused_before_any_request(wrong: str) -> None:
    # Nothing listens there: a request would be a network_error.
    with OrderAnalytics("http://127.0.0.1:9/api/v1", "afn_x", attempts=1) as client:
        calls = [
            lambda: client.rules(wrong),
            lambda: client.wait_for_report(wrong),
            lambda: client.export(wrong, "rules"),
            lambda: client.api.get_httpx_client().request("DELETE", f"/audiences/A/destinations/{wrong}"),
        ]
        for call in calls:
            with pytest.raises(OrderAnalyticsError) as error:
                call()
            assert error.value.code == "invalid_request"
