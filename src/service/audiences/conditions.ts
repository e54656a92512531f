// The conditions of an audience as requests for reports, and as filters of their lists of customers.

import type { CustomerFilter } from '../../analysis/customer-lists/list-page.ts';
import { InvalidRequestError } from '../../contract/errors/errors.ts';
import { parseRequest } from '../../contract/parse.ts';
import { isRepeatable } from '../../contract/query-values.ts';
import { checkParams } from '../../contract/report-types/check-params.ts';
import { definitionOf, type ReportType } from '../../contract/report-types/report-types.ts';
import { resolveReport } from '../../contract/report-types/resolve.ts';
import type { AudienceCondition } from '../../contract/resources/audiences.ts';
import { listCustomersQuery } from '../../contract/resources/reports/report-customers.ts';
import { type CreateReportRequest, createReportRequest } from '../../contract/resources/reports/reports.ts';
import { filterOf } from '../reports/lists/customer-query.ts';

export interface Condition {
  readonly reportType: ReportType;
  readonly request: CreateReportRequest;
  readonly filter: CustomerFilter;
  readonly isExcluded: boolean;
}

/** Parameters of the list that choose a page, or those who left, instead of customers. */
const NOT_FILTERS: ReadonlySet<string> = new Set(['order_by', 'order', 'limit', 'cursor', 'left']);

/** Of conditions that were stored: what a later version of the service would refuse, it has accepted before. */
export function conditionsOf(datasetId: string, conditions: readonly AudienceCondition[]): Condition[] {
  return conditions.map((condition, at) =>
    within(`conditions[${at}]`, () => conditionOf(datasetId, condition)),
  );
}

/** Of conditions that were just sent. Throws InvalidRequestError. */
export function checkedConditions(datasetId: string, conditions: readonly AudienceCondition[]): Condition[] {
  const checked = conditionsOf(datasetId, conditions);
  checked.forEach(({ request }, at) => {
    within(`conditions[${at}].report`, () => checkParams(request));
  });
  if (checked.every(({ isExcluded }) => isExcluded))
    throw new InvalidRequestError('conditions', 'expected a condition without exclude');
  return checked;
}

function conditionOf(datasetId: string, { report, customers = {}, exclude }: AudienceCondition): Condition {
  const sent = { ...report, dataset_id: datasetId, wait_for_imports: true };
  const request = within('report', () => parseRequest(createReportRequest, sent));
  const { reportType } = within('report', () => resolveReport(request));
  const rows = definitionOf(reportType).customers;
  if (rows === undefined)
    throw new InvalidRequestError('report', `expected a report with a list of customers, got ${reportType}`);
  const filter = within('customers', () =>
    filterOf(rows, parseRequest(listCustomersQuery, queryOf(customers))),
  );
  return { reportType, request, filter, isExcluded: exclude === true };
}

type Values = NonNullable<AudienceCondition['customers']>;

/** The values as a query's text. Throws InvalidRequestError. */
function queryOf(values: Values): Record<string, string | string[]> {
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

/** Errors with the path that leads to the field. */
function within<T>(path: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    const { param, message } = error;
    if (param === undefined) throw new InvalidRequestError(path, message);
    throw new InvalidRequestError(`${path}.${param}`, message.slice(`${param}: `.length));
  }
}
