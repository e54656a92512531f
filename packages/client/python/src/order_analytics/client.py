"""The client: one object per API key and address. Reads and requests with an Idempotency-Key are sent again after failures of
the network or the service, so that nothing is applied twice."""

from __future__ import annotations

import gzip
import json
import random
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

import httpx
import pandas as pd

from .api import AuthenticatedClient
from .errors import OrderAnalyticsError, error_of, retry_after_of
from .orders import Order, batches, orders_in

Json = dict[str, Any]

#: The longest that the service holds a read.
_HELD_SECONDS = 20
_PASSING = frozenset({429, 500, 502, 503, 504})
#: A longer wait is the caller's to decide about.
_MAX_WAIT_SECONDS = 300.0
_PAGE = 1_000


@dataclass
class PushResult:
    """What was accepted and, after waiting, what became of it."""

    import_ids: list[str] = field(default_factory=list)
    orders: int = 0
    lines: int = 0
    #: total, inserted, updated and failed rows; empty without waiting.
    rows: dict[str, int] = field(default_factory=dict)
    #: Why rows failed; empty without waiting.
    errors: list[Json] = field(default_factory=list)


def _require_whole_ids(method: str, path: str) -> None:
    """httpx removes dot segments from paths: a request for the id `..` would reach the parent. Ids are encoded by now, so that a
    segment is one of these only if the id is."""
    if any(segment in ("", ".", "..") for segment in path.removeprefix("/").split("/")):
        raise OrderAnalyticsError(
            f"{method} {path}: expected an id, not an empty one, . or ..; send that of a customer or order in base64url, "
            "with id_encoding",
            code="invalid_request",
        )


class _Client(httpx.Client):
    def build_request(self, method: str, url: httpx.URL | str, **options: Any) -> httpx.Request:
        _require_whole_ids(method, str(url))
        return super().build_request(method, url, **options)


class _AsyncClient(httpx.AsyncClient):
    def build_request(self, method: str, url: httpx.URL | str, **options: Any) -> httpx.Request:
        _require_whole_ids(method, str(url))
        return super().build_request(method, url, **options)


class OrderAnalytics:
    """`base_url` ends in /api/v1. `api` is the generated client, for every operation that has no method here."""

    def __init__(self, base_url: str, api_key: str, *, timeout: float = 60.0, attempts: int = 8) -> None:
        self._attempts = attempts
        self.api = AuthenticatedClient(base_url=base_url.rstrip("/"), token=api_key)
        settings: Json = {
            "base_url": base_url.rstrip("/"),
            "headers": {"Authorization": f"Bearer {api_key}"},
            "timeout": httpx.Timeout(timeout + _HELD_SECONDS),
        }
        self._http = _Client(**settings)
        self.api.set_httpx_client(self._http)
        self.api.set_async_httpx_client(_AsyncClient(**settings))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def push(
        self,
        lines: pd.DataFrame,
        *,
        dataset_id: str = "default",
        columns: Mapping[str, str] | None = None,
        custom_fields: Sequence[str] = (),
        wait: bool = True,
        timeout: float = 600,
    ) -> PushResult:
        """Pushes order lines, a row each, and waits until they are applied. `columns`: `{"order_id": "InvoiceNo"}` for those that
        are called otherwise. All rows are looked at before the first request: RefusedOrders names one that is no order line."""
        orders = [*orders_in(lines, columns, custom_fields)]
        result = PushResult()
        for batch in [*batches(orders)]:
            accepted = self._submit(batch, dataset_id)
            result.import_ids.append(accepted["import_id"])
            result.orders += len(batch)
            result.lines += accepted["rows_accepted"]
        if wait:
            for import_id in result.import_ids:
                self._add_import(result, import_id, timeout)
        return result

    def _submit(self, orders: list[Order], dataset_id: str) -> Json:
        return self._post("/data/orders", {"orders": orders, "dataset_id": dataset_id})

    def _add_import(self, result: PushResult, import_id: str, timeout: float) -> None:
        job = self._until(
            "/data/orders", {"import_id": import_id}, lambda found: found["status"] in ("completed", "failed"), timeout
        )
        for name, count in job["rows"].items():
            result.rows[name] = result.rows.get(name, 0) + count
        result.errors.extend(job.get("errors") or [])

    def report(self, request: Mapping[str, Any], *, timeout: float = 600) -> Json:
        """Requests a report, `{"template": "standard_mba"}`, and waits for it. Its lists are in it; rules, customers and tables
        make DataFrames of them. Raises OrderAnalyticsError with code report_failed."""
        started = self._post("/reports", dict(request))
        return self.wait_for_report(started["report_id"], timeout=timeout)

    def wait_for_report(self, report_id: str, *, timeout: float = 600) -> Json:
        report = self._until(_report(report_id), {}, lambda found: found["status"] != "Processing", timeout)
        if report["status"] == "Failed":
            raise OrderAnalyticsError(f"report {report_id} failed: {report['fail_reason']}", code="report_failed")
        return report

    def cancel_report(self, report_id: str) -> Json:
        """Ends a report that is queued or being computed; it does not count against the monthly limit. Returns the report as it
        ended, also if it had ended before."""
        return self._json("POST", f"{_report(report_id)}/cancel")

    def rules(self, report_id: str, **query: Any) -> pd.DataFrame:
        """The rules that a report keeps, all that match: `product="Tea"`, `order_by="lift_given_sizes"`, `max_p_value_corrected=0.05`.
        Measures and values are columns beside support, confidence and lift."""
        found = self._pages(f"{_report(report_id)}/rules", "rules", query)
        return pd.DataFrame(
            [{**rule.pop("impact_analysis"), **rule.pop("measures"), **rule} for rule in found]
        )

    def customers(self, report_id: str, **query: Any) -> pd.DataFrame:
        """The customers of a report, all that match: `segment=["At Risk"]`, `min_monetary=100`."""
        return pd.DataFrame(self._pages(f"{_report(report_id)}/customers", "customers", query))

    def export(self, report_id: str, what: str, *, timeout: float = 600) -> pd.DataFrame:
        """Everything that a report found: `rules` beyond those that it keeps, `customers`, or another table of its type."""
        path = f"{_report(report_id)}/exports"
        started = self._post(path, {"what": what, "format": "ndjson"})
        export = self._wait_for_export(path, started["export_id"], timeout)
        return pd.DataFrame(self._rows_at(export["download_url"], timeout))

    def _wait_for_export(self, path: str, export_id: str, timeout: float) -> Json:
        export = self._until(f"{path}/{quote(export_id, safe='')}", {}, lambda found: found["status"] != "Processing", timeout)
        if export["status"] == "Failed":
            raise OrderAnalyticsError(f"export failed: {export['fail_reason']}", code="export_failed")
        return export

    @staticmethod
    def _rows_at(address: str | None, timeout: float) -> list[Json]:
        if address is None:
            raise OrderAnalyticsError("the export cannot be downloaded at the moment", code="no_download")
        # Without the key, which the address does not need.
        response = httpx.get(address, timeout=timeout)
        if response.is_error:
            raise error_of(response)
        # Values as they are: pandas' own reader would guess numbers and dates.
        return [json.loads(line) for line in response.content.split(b"\n") if line]

    def export_orders(
        self,
        dataset_id: str = "default",
        *,
        start: str | None = None,
        end: str | None = None,
        contact: bool = False,
        timeout: float = 4 * 3_600,
    ) -> pd.DataFrame:
        """The line items of a dataset, dated from `start` on and before `end`, by date and order. For more than fits in memory, ask
        for Parquet with `api`, and read the files with DuckDB or PySpark."""
        path = f"/datasets/{quote(dataset_id, safe='')}/exports"
        asked = {"format": "ndjson", "from": start, "to": end, "contact": contact}
        started = self._post(path, {name: value for name, value in asked.items() if value is not None})
        found = self._wait_for_export(path, started["export_id"], timeout)
        rows = [row for file in found["files"] for row in self._rows_at(file["download_url"], timeout)]
        return pd.DataFrame(rows)

    def datasets(self) -> pd.DataFrame:
        return pd.DataFrame(self._pages("/datasets", "datasets", {}, page=100))

    def usage(self) -> Json:
        return self._json("GET", "/usage")

    def _pages(self, path: str, key: str, query: Mapping[str, Any], page: int = _PAGE) -> list[Json]:
        rows: list[Json] = []
        asked = {"limit": page, **query}
        while True:
            found = self._json("GET", path, params=asked)
            rows.extend(found[key])
            if "next_cursor" not in found:
                return rows
            asked = {**asked, "cursor": found["next_cursor"]}

    def _until(self, path: str, query: Mapping[str, Any], finished: Any, timeout: float) -> Json:
        ends = time.monotonic() + timeout
        while True:
            left = ends - time.monotonic()
            held = max(0, min(_HELD_SECONDS, int(left)))
            found = self._json("GET", path, params=query, headers={"Prefer": f"wait={held}"} if held else {})
            if finished(found):
                return found
            if time.monotonic() >= ends:
                raise OrderAnalyticsError(f"{path} was not finished in {timeout:g} s", code="timeout")
            time.sleep(min(1.0, max(0.0, ends - time.monotonic())))

    def _post(self, path: str, body: Json) -> Json:
        headers = {
            "Idempotency-Key": str(uuid.uuid4()),
            "Content-Type": "application/json",
            "Content-Encoding": "gzip",
        }
        return self._json("POST", path, headers=headers, content=gzip.compress(json.dumps(body).encode(), 6))

    def _json(self, method: str, path: str, *, params: Mapping[str, Any] | None = None, **request: Any) -> Json:
        asked = {name: _text(value) for name, value in (params or {}).items() if value is not None}
        last: OrderAnalyticsError | None = None
        for delay in self._delays():
            if last is not None:
                time.sleep(delay if last.retry_after is None else last.retry_after)
            try:
                response = self._http.request(method, path, params=asked, **request)
            except httpx.TransportError as cause:
                last = OrderAnalyticsError(f"{method} {path} can't be reached: {cause!r}", code="network_error")
                last.__cause__ = cause
                continue
            if response.is_success:
                found: Json = response.json()
                return found
            last = error_of(response)
            passing = last.status in _PASSING or last.code == "request_in_progress"
            passing = passing and last.code != "monthly_limit_exceeded"
            if not passing or (retry_after_of(response) or 0) > _MAX_WAIT_SECONDS:
                raise last
        if last is None:
            raise ValueError("attempts: expected at least 1")
        raise last

    def _delays(self) -> Iterator[float]:
        """Seconds before each attempt: full jitter, doubling to half a minute."""
        for attempt in range(self._attempts):
            yield random.random() * min(30.0, 2.0 ** (attempt - 1))


def _report(report_id: str) -> str:
    return f"/reports/{quote(report_id, safe='')}"


def _text(value: Any) -> Any:
    """As the API reads flags, alone or in a list."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return [_text(one) for one in value] if isinstance(value, (list, tuple)) else value
