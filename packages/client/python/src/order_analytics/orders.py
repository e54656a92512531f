"""A DataFrame of order lines as orders, and orders as requests. An order is never cut; a product that an order has twice is one
line with the sum of the quantities at the mean price, as in order files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from .errors import RefusedOrders

#: What a request takes.
MAX_LINES = 10_000
MAX_BYTES = 4_500_000

FIELDS = ("order_id", "customer_id", "contact", "order_date", "product_name", "product_sku", "unit_price", "quantity")
_TEXTS = ("order_id", "customer_id", "contact", "product_name", "product_sku")

Order = dict[str, Any]


def orders_in(
    lines: pd.DataFrame, columns: Mapping[str, str] | None = None, custom_fields: Sequence[str] = ()
) -> Iterator[Order]:
    """`columns`: the column of each field that is called otherwise. Orders come in the order of their first lines. Raises
    RefusedOrders, which names the row."""
    named = {field: (columns or {}).get(field, field) for field in FIELDS}
    for field in columns or {}:
        if field not in FIELDS:
            raise RefusedOrders(f"columns: expected fields of {', '.join(FIELDS)}, got {field}")
    asked = [named["order_id"], *(columns or {}).values(), *custom_fields]
    missing = [column for column in asked if column not in lines.columns]
    if missing:
        raise RefusedOrders(f"no column {', '.join(missing)}: there are {', '.join(map(str, lines.columns))}")
    present = {field: column for field, column in named.items() if column in lines.columns}
    table = lines[[*dict.fromkeys([*present.values(), *custom_fields])]]
    orders: dict[str, Order] = {}
    kept: dict[str, dict[tuple[Any, Any], Order]] = {}
    for row, values in zip(table.index, table.to_dict("records"), strict=True):
        fields = {field: _value(field, values[column], row) for field, column in present.items()}
        order_id = fields.pop("order_id", None)
        if order_id is None:
            raise RefusedOrders(f"row {row}: no {named['order_id']}")
        order = orders.setdefault(order_id, {"order_id": order_id})
        for field in ("customer_id", "contact", "order_date"):
            value = fields.pop(field, None)
            if value is not None:
                order.setdefault(field, value)
        custom = {name: str(values[name]) for name in custom_fields if not pd.isna(values[name])}
        line = {field: value for field, value in fields.items() if value is not None}
        if custom:
            line["custom_fields"] = custom
        of_order = kept.setdefault(order_id, {})
        key = (line.get("product_name"), line.get("product_sku") if "product_name" not in line else None)
        of_order[key] = _merged(of_order[key], line) if key in of_order else line
    for order_id, order in orders.items():
        yield {**order, "line_items": [*kept[order_id].values()]}


def batches(orders: Iterable[Order], max_lines: int = MAX_LINES, max_bytes: int = MAX_BYTES) -> Iterator[list[Order]]:
    """Whole orders that a request takes together. Raises RefusedOrders for an order that is too large for any."""
    batch: list[Order] = []
    lines = size = 0
    for order in orders:
        own_lines, own_size = len(order["line_items"]), len(json.dumps(order).encode()) + 1
        if own_lines > max_lines or own_size > max_bytes:
            raise RefusedOrders(f"order {order['order_id']}: {own_lines} lines in {own_size} bytes are more than a request takes")
        if batch and (lines + own_lines > max_lines or size + own_size > max_bytes):
            yield batch
            batch, lines, size = [], 0, 0
        batch.append(order)
        lines, size = lines + own_lines, size + own_size
    if batch:
        yield batch


def _value(field: str, value: Any, row: object) -> Any:
    """None where the cell is empty."""
    if pd.isna(value):
        return None
    if field in _TEXTS:
        text = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
        return text if text.strip() != "" else None
    if field == "order_date":
        return value if isinstance(value, str) else pd.Timestamp(value).isoformat()
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise RefusedOrders(f"row {row}: {field}: expected a number, got {value!r}") from None
    if field == "quantity":
        if not number.is_integer():
            raise RefusedOrders(f"row {row}: quantity: expected an integer, got {value!r}")
        return int(number)
    return number


def _merged(first: Order, second: Order) -> Order:
    """Worth what both are worth, also where one of them is a return."""
    quantity = first.get("quantity", 1) + second.get("quantity", 1)
    amount = sum(line.get("unit_price", 0) * line.get("quantity", 1) for line in (first, second))
    if quantity == 0 and abs(amount) >= 1e-8:
        quantity = 1 if amount > 0 else -1
    merged = {**second, **first, "quantity": quantity}
    if "unit_price" in merged and quantity != 0:
        merged["unit_price"] = amount / quantity
    custom = {**second.get("custom_fields", {}), **first.get("custom_fields", {})}
    return {**merged, "custom_fields": custom} if custom else merged
