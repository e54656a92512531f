// A whole flow by the Java client that openapi-generator writes: java Flow BASE_URL API_KEY.

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import orderanalytics.ApiClient;
import orderanalytics.api.ErasureApi;
import orderanalytics.api.OrdersApi;
import orderanalytics.api.RecommendationsApi;
import orderanalytics.api.ReportsApi;
import orderanalytics.auth.HttpBearerAuth;
import orderanalytics.model.CreateReportRequest;
import orderanalytics.model.Erasure;
import orderanalytics.model.ImportJob;
import orderanalytics.model.MbaReport;
import orderanalytics.model.RecommendationList;
import orderanalytics.model.RfmReport;
import orderanalytics.model.SubmitOrdersRequest;

public class Flow {
  private static final String DATASET = "generated-java";

  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(args[0]);
    // By its name: setBearerToken sets the first of the two schemes, which is that of publishable keys.
    ((HttpBearerAuth) client.getAuthentication("apiKey")).setBearerToken(args[1]);
    client.setReadTimeout(30_000);
    OrdersApi orders = new OrdersApi(client);
    ReportsApi reports = new ReportsApi(client);
    ErasureApi erasures = new ErasureApi(client);

    String importId = orders.submitOrders(SubmitOrdersRequest.fromJson(ordersAsJson()), null, null, null).getImportId();
    until(() -> {
      Object read = orders.getImports(importId, null, null, null, null, null, null, null, "wait=20").getActualInstance();
      return read instanceof ImportJob && ((ImportJob) read).getStatus() == ImportJob.StatusEnum.COMPLETED
          && ((ImportJob) read).getRows().getInserted().equals(120) ? read : null;
    });

    check(report(reports, "RFM", "{}") instanceof RfmReport, "the RFM report is not one");
    check(report(reports, "MBA", "{\"serve\": {\"fields\": [\"category\"]}}") instanceof MbaReport,
        "the MBA report is not one");
    RecommendationList served = new RecommendationsApi(client).getRecommendations(Arrays.asList("tea"), null, DATASET, null, null,
        Collections.singletonMap("custom:category", Arrays.asList("Kitchen")), null);
    check(served.getRecommendations().size() == 1
        && served.getRecommendations().get(0).getProduct().equals("cup"), "recommended: " + served);

    String erasureId = erasures.deleteCustomer("customer-1", DATASET).getErasureId();
    until(() -> {
      Erasure erasure = erasures.getErasure(erasureId, null, null);
      return erasure.getErased().getOrders().equals(4) && erasure.getCompletedAt() != null ? erasure : null;
    });
    System.out.println("import, reports, filtered recommendations and erasure completed");
    System.exit(0);
  }

  private static Object report(ReportsApi reports, String type, String params) throws Exception {
    CreateReportRequest request = CreateReportRequest.fromJson(
        String.format("{\"report_type\": \"%s\", \"dataset_id\": \"%s\", \"params\": %s}", type, DATASET, params));
    String id = reports.createReport(request, null, null).getReportId();
    return until(() -> {
      Object read = reports.getReport(id, null, null, "wait=20", null).getActualInstance();
      return read instanceof MbaReport || read instanceof RfmReport ? read : null;
    });
  }

  private static String ordersAsJson() {
    Map<String, String> categories = new LinkedHashMap<>();
    categories.put("tea", "Drinks");
    categories.put("milk", "Drinks");
    categories.put("cup", "Kitchen");
    String lines = categories.entrySet().stream()
        .map(line -> String.format("{\"product_name\": \"%s\", \"unit_price\": 4.5, \"quantity\": 1, "
            + "\"custom_fields\": {\"category\": \"%s\"}}", line.getKey(), line.getValue()))
        .collect(Collectors.joining(", "));
    String orders = IntStream.range(0, 40)
        .mapToObj(i -> String.format("{\"order_id\": \"order-%d\", \"customer_id\": \"customer-%d\", "
            + "\"order_date\": \"2026-01-%02d\", \"line_items\": [%s]}", i, i % 10, 1 + i % 28, lines))
        .collect(Collectors.joining(", "));
    return String.format("{\"dataset_id\": \"%s\", \"orders\": [%s]}", DATASET, orders);
  }

  private static Object until(Callable<Object> ask) throws Exception {
    for (int attempt = 0; attempt < 250; attempt++) {
      Object found = ask.call();
      if (found != null) return found;
      Thread.sleep(100);
    }
    throw new IllegalStateException("no result within 25 s");
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) throw new IllegalStateException(otherwise);
  }
}
