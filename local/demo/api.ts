// The few calls that the demo makes, through plain fetch, as any client would make them.
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { mbaReport } from '../../src/contract/mba-report.ts';
import { importJob, submitOrdersResponse } from '../../src/contract/orders.ts';
import { createReportResponse } from '../../src/contract/reports.ts';
import { rfmReport } from '../../src/contract/rfm-report.ts';

export function createApi(baseUrl: string, apiKey: string) {
  async function call<S extends v.GenericSchema>(
    schema: S,
    path: string,
    body?: unknown,
  ): Promise<v.InferOutput<S>> {
    const response = await fetch(`${baseUrl}${path}`, {
      headers: {
        Authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }),
      },
      ...(body !== undefined && { method: 'POST', body: gzipSync(JSON.stringify(body)) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return v.parse(schema, JSON.parse(text));
  }

  return {
    submitOrders: (orders: readonly object[]) => call(submitOrdersResponse, '/data/orders', { orders }),
    getImport: (importId: string) => call(importJob, `/data/orders?import_id=${importId}`),
    createReport: (report: object) => call(createReportResponse, '/reports', report),
    getMbaReport: (reportId: string) => call(mbaReport, `/reports/${reportId}`),
    getRfmReport: (reportId: string) => call(rfmReport, `/reports/${reportId}`),
  };
}
export type Api = ReturnType<typeof createApi>;
