// The client's types are the contract's: made from it, up to date, and each fits what the service takes or answers.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type * as v from 'valibot';
import { expect, expectTypeOf, it } from 'vitest';
import { contractTypes } from '../../client/generate/contract-types.ts';
import { declare } from '../../client/generate/declare.ts';
import type * as client from '../../client/src/contract.ts';
import type * as datasets from '../../src/contract/resources/datasets.ts';
import type * as erasures from '../../src/contract/resources/erasures.ts';
import type * as orderSchemas from '../../src/contract/resources/orders/order-schema.ts';
import type * as orders from '../../src/contract/resources/orders/orders.ts';
import type * as responses from '../../src/contract/resources/reports/report-responses.ts';
import type * as reports from '../../src/contract/resources/reports/reports.ts';
import type { webhookPayload } from '../../src/contract/resources/webhook.ts';
import type { mbaReport } from '../../src/report-types/market-basket/schema.ts';
import type { rfmReport } from '../../src/report-types/rfm/schema.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
const FILE = join(ROOT, 'client', 'src', 'contract.ts');

function formatted(source: string): string {
  const biome = join(ROOT, 'node_modules', '.bin', 'biome');
  const { stdout, stderr, status } = spawnSync(biome, ['format', `--stdin-file-path=${FILE}`], {
    cwd: ROOT,
    input: source,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

it('client/src/contract.ts is up to date (UPDATE=1 writes it)', () => {
  const text = formatted(contractTypes());
  if (process.env.UPDATE === '1') writeFileSync(FILE, text);
  expect(readFileSync(FILE, 'utf8')).toBe(text);
});

it('has a type for every request and response of the contract', () => {
  type In<S extends v.GenericSchema> = v.InferInput<S>;
  type Out<S extends v.GenericSchema> = v.InferOutput<S>;
  expectTypeOf<In<typeof orders.submitOrdersRequest>>().toExtend<client.SubmitOrdersRequest>();
  expectTypeOf<In<typeof reports.createReportRequest>>().toExtend<client.CreateReportRequest>();
  expectTypeOf<client.CreateReportRequest>().toExtend<Deep<In<typeof reports.createReportRequest>>>();
  expectTypeOf<client.Order>().toExtend<Deep<In<typeof orderSchemas.orderSchema>>>();
  expectTypeOf<client.SubmitOrdersResponse>().toExtend<Out<typeof orders.submitOrdersResponse>>();
  expectTypeOf<client.ImportJob>().toExtend<Out<typeof orders.importJob>>();
  expectTypeOf<client.Erasure>().toExtend<Out<typeof erasures.erasure>>();
  expectTypeOf<client.Dataset>().toExtend<Out<typeof datasets.dataset>>();
  expectTypeOf<client.ReportSummary>().toExtend<Out<typeof responses.reportSummary>>();
  expectTypeOf<client.FailedReport['status']>().toEqualTypeOf<'Failed'>();
  expectTypeOf<client.WebhookEvent>().toExtend<Out<typeof webhookPayload>>();
  expectTypeOf<keyof client.MbaReport>().toEqualTypeOf<Named<Out<typeof mbaReport>>>();
  expectTypeOf<keyof client.RfmReport>().toEqualTypeOf<Named<Out<typeof rfmReport>>>();
});

it('reports an error that names the member for a schema that it cannot translate', () => {
  const schema = { type: 'object' as const, properties: { a: { allOf: [] } } };
  expect(() => declare('Thing', schema, 'request')).toThrow('Thing.a: no TypeScript');
});

/** Readonly all the way down. */
type Deep<T> = T extends object ? { readonly [K in keyof T]: Deep<T[K]> } : T;
/** The members that are named, of an object that may have others. */
type Named<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };
