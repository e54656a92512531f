// Example requests and responses of every operation, and errors. Tests validate each against its schema.
import { type AnsweredCode, docsPathOf } from '../../contract/errors/error-codes.ts';
import { ERRORS } from '../../contract/errors/error-descriptions.ts';
import type { OperationId } from '../../contract/operations.ts';
import { EXAMPLE_BASE, EXAMPLE_IDS } from './example-ids.ts';
import { AUDIENCE_EXAMPLES } from './examples-of-audiences.ts';
import { DATASET_EXAMPLES } from './examples-of-datasets.ts';
import { DESTINATION_EXAMPLES } from './examples-of-destinations.ts';
import { ENDPOINT_EXAMPLES } from './examples-of-endpoints.ts';
import { ERASURE_EXAMPLES } from './examples-of-erasures.ts';
import { EXPORT_EXAMPLES } from './examples-of-exports.ts';
import { KEY_EXAMPLES } from './examples-of-keys.ts';
import { ORDER_EXAMPLES } from './examples-of-orders.ts';
import { REPORT_EXAMPLES } from './examples-of-reports.ts';
import { SCHEDULE_EXAMPLES } from './examples-of-schedules.ts';
import { SOURCE_EXAMPLES } from './examples-of-sources.ts';
import { WEBHOOK_REQUEST_EXAMPLES } from './examples-of-webhooks.ts';
import { type OperationExamples, one } from './operation-examples.ts';

export const OPERATION_EXAMPLES: Readonly<Record<OperationId, OperationExamples>> = {
  ...ORDER_EXAMPLES,
  ...REPORT_EXAMPLES,
  ...EXPORT_EXAMPLES,
  ...WEBHOOK_REQUEST_EXAMPLES,
  ...ENDPOINT_EXAMPLES,
  ...DATASET_EXAMPLES,
  ...ERASURE_EXAMPLES,
  ...SCHEDULE_EXAMPLES,
  ...AUDIENCE_EXAMPLES,
  ...DESTINATION_EXAMPLES,
  ...SOURCE_EXAMPLES,
  ...KEY_EXAMPLES,
  getOpenApi: {
    answer: one('document', 'The beginning', {
      openapi: '3.1.0',
      info: { title: 'Order Analytics', version: '1.0.0' },
      paths: {},
    }),
  },
  getReference: {
    answer: one('page', 'The beginning', '<!doctype html>'),
  },
};

/** As a deployed service returns it. */
export function errorExample(code: AnsweredCode): Readonly<Record<string, unknown>> {
  const { error, ...members } = ERRORS[code].example;
  return {
    error,
    ...members,
    code,
    request_id: EXAMPLE_IDS.request,
    doc_url: `${EXAMPLE_BASE}${docsPathOf(code)}`,
  };
}
