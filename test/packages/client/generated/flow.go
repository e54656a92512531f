// A whole flow by the Go client that openapi-generator writes: go run ./flow BASE_URL API_KEY.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"time"

	orderanalytics "github.com/order-analytics/generated"
)

const dataset = "generated-go"

func main() {
	settings := orderanalytics.NewConfiguration()
	settings.Servers = orderanalytics.ServerConfigurations{{URL: os.Args[1]}}
	client := orderanalytics.NewAPIClient(settings)
	ctx := context.WithValue(context.Background(), orderanalytics.ContextAccessToken, os.Args[2])

	lines := []map[string]any{}
	for name, category := range map[string]string{"tea": "Drinks", "milk": "Drinks", "cup": "Kitchen"} {
		lines = append(lines, map[string]any{
			"product_name":  name,
			"unit_price":    4.5,
			"quantity":      1,
			"custom_fields": map[string]string{"category": category},
		})
	}
	orders := []map[string]any{}
	for i := range 40 {
		orders = append(orders, map[string]any{
			"order_id":    fmt.Sprintf("order-%d", i),
			"customer_id": fmt.Sprintf("customer-%d", i%10),
			"order_date":  fmt.Sprintf("2026-01-%02d", 1+i%28),
			"line_items":  lines,
		})
	}
	var batch orderanalytics.SubmitOrdersRequest
	decode(map[string]any{"dataset_id": dataset, "orders": orders}, &batch)
	pushed, _, err := client.OrdersAPI.SubmitOrders(ctx).SubmitOrdersRequest(batch).Execute()
	check(err)
	until(func() bool {
		read, _, err := client.OrdersAPI.GetImports(ctx).ImportId(pushed.ImportId).Prefer("wait=20").Execute()
		check(err)
		return read.ImportJob != nil && read.ImportJob.Status == "completed" && read.ImportJob.Rows.Inserted == 120
	})

	finish := func(reportType string, params map[string]any) *orderanalytics.GetReport200Response {
		var request orderanalytics.CreateReportRequest
		decode(map[string]any{"report_type": reportType, "dataset_id": dataset, "params": params}, &request)
		started, _, err := client.ReportsAPI.CreateReport(ctx).CreateReportRequest(request).Execute()
		check(err)
		var finished *orderanalytics.GetReport200Response
		until(func() bool {
			read, _, err := client.ReportsAPI.GetReport(ctx, started.ReportId).Prefer("wait=20").Execute()
			check(err)
			finished = read
			return read.MbaReport != nil || read.RfmReport != nil
		})
		return finished
	}
	if finish("RFM", map[string]any{}).RfmReport == nil {
		log.Fatal("the RFM report is not one")
	}
	if finish("MBA", map[string]any{"serve": map[string]any{"fields": []string{"category"}}}).MbaReport == nil {
		log.Fatal("the MBA report is not one")
	}
	served, _, err := client.RecommendationsAPI.GetRecommendations(ctx).
		Product([]string{"tea"}).
		DatasetId(dataset).
		Custom(map[string][]string{"custom:category": {"Kitchen"}}).
		Execute()
	check(err)
	if len(served.Recommendations) != 1 || served.Recommendations[0].Product != "cup" {
		log.Fatalf("recommended: %v", served.Recommendations)
	}

	erasure, _, err := client.ErasureAPI.DeleteCustomer(ctx, "customer-1").DatasetId(dataset).Execute()
	check(err)
	until(func() bool {
		read, _, err := client.ErasureAPI.GetErasure(ctx, erasure.ErasureId).Execute()
		check(err)
		return read.Status == "completed" && read.Erased.Orders == 4
	})
	fmt.Println("import, reports, filtered recommendations and erasure completed")
}

func decode(from any, to any) {
	text, err := json.Marshal(from)
	check(err)
	check(json.Unmarshal(text, to))
}

func until(isDone func() bool) {
	for range 250 {
		if isDone() {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	log.Fatal("no result within 25 s")
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
