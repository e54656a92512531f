"""A whole flow by the Python client that openapi-generator writes: python3 flow.py BASE_URL API_KEY."""

import sys
import time

import order_analytics as api

base_url, api_key = sys.argv[1:]
CATEGORIES = {"tea": "Drinks", "milk": "Drinks", "cup": "Kitchen"}


def until(ask):
    for _ in range(250):
        found = ask()
        if found is not None:
            return found
        time.sleep(0.1)
    sys.exit("no result within 25 s")


with api.ApiClient(api.Configuration(host=base_url, access_token=api_key)) as client:
    orders, reports, erasures = api.OrdersApi(client), api.ReportsApi(client), api.ErasureApi(client)
    pushed = orders.submit_orders(
        api.SubmitOrdersRequest.from_dict(
            {
                "dataset_id": "generated-python",
                "orders": [
                    {
                        "order_id": f"order-{i}",
                        "customer_id": f"customer-{i % 10}",
                        "order_date": f"2026-01-{1 + i % 28:02}",
                        "line_items": [
                            {
                                "product_name": name,
                                "unit_price": 4.5,
                                "quantity": 1,
                                "custom_fields": {"category": category},
                            }
                            for name, category in CATEGORIES.items()
                        ],
                    }
                    for i in range(40)
                ],
            }
        )
    )

    def completed_import():
        job = orders.get_imports(import_id=pushed.import_id, prefer="wait=20").actual_instance
        return job if job.status == "completed" else None

    job = until(completed_import)
    assert job.rows.inserted == 120, job

    def report_of(report_type, params):
        request = {"report_type": report_type, "dataset_id": "generated-python", "params": params}
        started = reports.create_report(api.CreateReportRequest.from_dict(request))

        def finished_report():
            report = reports.get_report(started.report_id, prefer="wait=20").actual_instance
            return report if isinstance(report, (api.MbaReport, api.RfmReport)) else None

        return until(finished_report)

    report = report_of("RFM", {})
    assert isinstance(report, api.RfmReport), report

    report = report_of("MBA", {"serve": {"fields": ["category"]}})
    assert isinstance(report, api.MbaReport), report
    served = api.RecommendationsApi(client).get_recommendations(
        product=["tea"], dataset_id="generated-python", custom={"custom:category": ["Kitchen"]}
    )
    assert [each.product for each in served.recommendations] == ["cup"], served

    # A change leaves the rest as it is. Not by from_dict, which makes null of all that is missing.
    schedules = api.SchedulesApi(client)
    weekly = {"report_type": "RFM", "dataset_id": "generated-python"}
    request = {"expression": "rate(300 days)", "report": weekly, "only_if_changed": True}
    schedule = schedules.create_schedule(api.CreateScheduleRequest.from_dict(request))
    change = api.UpdateScheduleRequest(name="Renamed")
    renamed = schedules.update_schedule(schedule.schedule_id, change)
    assert renamed.name == "Renamed" and renamed.only_if_changed, renamed
    schedules.delete_schedule(schedule.schedule_id)

    erasure = erasures.delete_customer("customer-1", dataset_id="generated-python")

    def completed_erasure():
        read = erasures.get_erasure(erasure.erasure_id)
        return read if read.status == "completed" else None

    assert until(completed_erasure).erased.orders == 4
print("import, reports, a schedule, filtered recommendations and erasure completed")
