// The conditions of an audience as requests for reports, and as filters of their lists of customers.

import type { CustomerFilter } from '../../analysis/customer-lists/list-page.ts';
import { InvalidRequestError } from '../../contract/errors/errors.ts';
import { parseRequest } from '../../contract/parse.ts';
import { isRepeatable } from '../../contract/query-values.ts';
import { checkParams } from '../../contract/report-types/check-params.ts';
import { getDefinition, type ReportType } from '../../contract/report-types/report-types.ts';
import { resolveReport } from '../../contract/report-types/resolve.ts';
import type { AudienceCondition } from '../../contract/resources/audiences.ts';
import { listCustomersQuery } from '../../contract/resources/reports/report-customers.ts';
import { type CreateReportRequest, createReportRequest } from '../../contract/resources/reports/reports.ts';
import { toCustomerFilter } from '../reports/lists/customer-query.ts';

export interface ResolvedCondition {
  readonly reportType: ReportType;
  readonly request: CreateReportRequest;
  readonly filter: CustomerFilter;
  readonly isExcluded: boolean;
}

/** Parameters of the list that select a page, or former customers, instead of customers. */
const NOT_FILTERS: ReadonlySet<string> = new Set(['order_by', 'order', 'limit', 'cursor', 'left']);

/**
 * Resolves stored conditions. A later version of the service may be stricter, but has accepted them before.
 */
export function resolveConditions(
  datasetId: string,
  conditions: readonly AudienceCondition[],
): ResolvedCondition[] {
  return conditions.map((condition, at) =>
    prefixErrors(`conditions[${at}]`, () => resolveCondition(datasetId, condition)),
  );
}

/** Checks conditions of the request. Throws InvalidRequestError. */
export function checkConditions(
  datasetId: string,
  conditions: readonly AudienceCondition[],
): ResolvedCondition[] {
  const checked = resolveConditions(datasetId, conditions);
  checked.forEach(({ request }, at) => {
    prefixErrors(`conditions[${at}].report`, () => checkParams(request));
  });
  if (checked.every(({ isExcluded }) => isExcluded))
    throw new InvalidRequestError('conditions', 'expected a condition without exclude');
  return checked;
}

function resolveCondition(
  datasetId: string,
  { report, customers = {}, exclude }: AudienceCondition,
): ResolvedCondition {
  const sent = { ...report, dataset_id: datasetId, wait_for_imports: true };
  const request = prefixErrors('report', () => parseRequest(createReportRequest, sent));
  const { reportType } = prefixErrors('report', () => resolveReport(request));
  const rows = getDefinition(reportType).customers;
  if (rows === undefined)
    throw new InvalidRequestError('report', `expected a report with a list of customers, got ${reportType}`);
  const filter = prefixErrors('customers', () =>
    toCustomerFilter(rows, parseRequest(listCustomersQuery, toQuery(customers))),
  );
  return { reportType, request, filter, isExcluded: exclude === true };
}

type Values = NonNullable<AudienceCondition['customers']>;

/** The values as query text. Throws InvalidRequestError. */
function toQuery(values: Values): Record<string, string | string[]> {
  const parameters = new Map(Object.entries(listCustomersQuery.entries));
  const query = Object.entries(values).map(([name, value]) => {
    const schema = parameters.get(name);
    if (schema === undefined || NOT_FILTERS.has(name))
      throw new InvalidRequestError(name, 'not a filter of customers');
    const texts = [value].flat().map(String);
    if (isRepeatable(schema)) return [name, texts] as const;
    const [one = ''] = texts;
    if (texts.length > 1) throw new InvalidRequestError(name, 'expected one value');
    return [name, one] as const;
  });
  return Object.fromEntries(query);
}

/** Prefixes errors with the path of the field. */
function prefixErrors<T>(path: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    const { param, message } = error;
    if (param === undefined) throw new InvalidRequestError(path, message);
    throw new InvalidRequestError(`${path}.${param}`, message.slice(`${param}: `.length));
  }
}
