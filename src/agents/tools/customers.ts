// list_segments, list_cohorts, list_periods, list_customers, list_audiences: who buys. Customers have no names here, unless the
// person who connects the agent allows it.
import * as v from 'valibot';
import type { ListAudiencesResponse, ListCustomersResponse } from '../../../packages/client/src/contract.ts';
import { listAudiences } from '../../contract/endpoints/audiences.ts';
import { getReport, listCustomers } from '../../contract/endpoints/reports.ts';
import { NotFoundError } from '../../contract/errors/errors.ts';
import { cohort } from '../../contract/report-types/cohort/schema/cohort.ts';
import {
  overview,
  overviewPoint,
  overviewRange,
} from '../../contract/report-types/cohort/schema/overview.ts';
import { FIGURES_OF_ALL, idField } from '../../contract/report-types/customer-rows.ts';
import { DEFINITIONS } from '../../contract/report-types/every-type.ts';
import { CUSTOMER_GROUPS } from '../../contract/report-types/report-types.ts';
import { rfmSegment } from '../../contract/report-types/rfm/schema/segment.ts';
import { audience } from '../../contract/resources/audiences.ts';
import {
  listCustomersQuery,
  listCustomersResponse,
} from '../../contract/resources/reports/report-customers.ts';
import { described } from '../../contract/schema/described.ts';
import { getKeys } from '../../contract/schema/keys.ts';
import { reportCurrency } from '../../contract/schema/report-parts.ts';
import { nextCursor, pageFields, readPage } from '../page.ts';
import { pickFields, pickMembers, type Tool } from '../tool.ts';
import { readFinishedReport } from './findings.ts';
import { reportId } from './reports.ts';

const ofReport = v.object({ report_id: reportId, ...pageFields });

const segment = v.object(
  pickFields(rfmSegment, [
    'name',
    'count',
    'percentage',
    'avg_recency',
    'avg_frequency',
    'avg_monetary',
    'median_recency',
    'median_frequency',
    'median_monetary',
    'revenue',
    'revenue_share',
    'ai_recommendation',
  ]),
);

export const listSegmentsTool: Tool = {
  name: 'list_segments',
  title: 'List customer segments',
  description:
    'The segments of a finished RFM report, best first: customers, recency in days, orders, spend, share of revenue, and what to do.',
  operations: [getReport],
  input: ofReport,
  answer: v.object({ currency: reportCurrency, segments: v.array(segment), next_cursor: nextCursor }),
  run: (call) =>
    readPage(call.args, 'segments', async () => {
      const report = await readFinishedReport(call);
      if (report.report_type !== 'RFM')
        throw new NotFoundError(`This is an ${report.report_type} report: only RFM reports have segments.`);
      const { currency, segments } = report;
      return {
        items: segments.map((one) => pickMembers(segment, one)),
        facts: currency === undefined ? {} : { currency },
      };
    }),
};

const shownCohort = v.object({
  ...pickFields(cohort, [
    'cohort',
    'customers',
    'orders',
    'revenue',
    'median_value_per_customer',
    'left_truncated',
  ]),
  retention: described(
    v.array(v.nullable(v.number())),
    'Share of its customers who ordered, 0 to 1, by period since the first purchase: the first is the period of the purchase. Null: the period is not over.',
  ),
});

export const listCohortsTool: Tool = {
  name: 'list_cohorts',
  title: 'List cohorts',
  description:
    'Customers by the period of their first purchase, of a finished COHORT report: how many, what they spent, and which share came back. A left-truncated cohort may hold older customers; do not compare it.',
  operations: [getReport],
  input: ofReport,
  answer: v.object({ currency: reportCurrency, cohorts: v.array(shownCohort), next_cursor: nextCursor }),
  run: (call) =>
    readPage(call.args, 'cohorts', async () => {
      const report = await readFinishedReport(call, true);
      if (report.report_type !== 'COHORT')
        throw new NotFoundError(`This is an ${report.report_type} report: only COHORT reports have cohorts.`);
      const { currency, cohorts } = report;
      return {
        items: cohorts.map((one) => ({
          ...pickMembers(shownCohort, one),
          retention: one.periods.map(({ retention, complete }) => (complete ? retention : null)),
        })),
        facts: currency === undefined ? {} : { currency },
      };
    }),
};

const LISTS = ['ranges', 'days', 'weeks', 'months'] as const;

export const listPeriodsTool: Tool = {
  name: 'list_periods',
  title: 'List the figures of the shop by period',
  description:
    'Net revenue, orders, customers, average order value, returning share and top products of a finished COHORT report: of the last 7, 30 and 90 days, this year and all days, compared with the days before and the year before; or by day, week or month. Days count up to the newest order, not to today.',
  operations: [getReport],
  input: v.object({
    report_id: reportId,
    by: v.optional(described(v.picklist(LISTS), 'Ranges of days, or points. Default: ranges.')),
    ...pageFields,
  }),
  answer: v.object({
    currency: reportCurrency,
    ...pickFields(overview, ['begins', 'returning_from']),
    periods: v.array(v.union([overviewRange, overviewPoint])),
    next_cursor: nextCursor,
  }),
  run: (call) =>
    readPage(call.args, 'periods', async () => {
      const report = await readFinishedReport(call);
      const found = report.report_type === 'COHORT' ? report.overview : null;
      if (!found)
        throw new NotFoundError(
          'The report has no overview: request a COHORT report without a first day of dateRange.',
        );
      const { begins, returning_from, ...lists } = found;
      const by = LISTS.find((list) => list === call.args.by) ?? 'ranges';
      const { currency = null } = report;
      return { items: lists[by], facts: { currency, begins, returning_from } };
    }),
};

const previous = CUSTOMER_GROUPS.map((group) => `previous_${group}` as const);
const bounds = getKeys(FIGURES_OF_ALL).flatMap((figure) => [`min_${figure}`, `max_${figure}`] as const);
const NAMING = ['customer_id', 'search'] as const;
const { compared_with, customers_matched, next_products_from } = listCustomersResponse.entries;
const customersFacts = v.object({ compared_with, customers_matched, next_products_from });

const LISTED = Object.values(DEFINITIONS).flatMap(({ type, customers }) => (customers ? [type] : []));

export const listCustomersTool: Tool = {
  name: 'list_customers',
  title: 'List customers of a report',
  description: `Customers of a finished report (${LISTED.join(', ')}) with their figures, filtered and ordered: who is in a segment or cohort, who moved, and what they buy next if the report has it. Anonymous, unless the connection allows ids. For all customers of a group, make an audience or an export in the console.`,
  operations: [listCustomers],
  input: v.object({
    report_id: reportId,
    ...pickFields(listCustomersQuery, [
      ...CUSTOMER_GROUPS,
      ...previous,
      'product',
      'moved',
      'joined',
      'left',
      ...bounds,
      'order_by',
      'order',
    ]),
    ...pageFields,
  }),
  inputWithIds: v.object(pickFields(listCustomersQuery, NAMING)),
  answer: v.object({
    ...customersFacts.entries,
    customers: described(
      v.array(
        v.objectWithRest(
          { customer_id: v.optional(idField.customer_id.schema) },
          v.nullable(v.union([v.string(), v.number(), v.array(v.string())])),
        ),
      ),
      'In the requested order.',
    ),
    next_cursor: nextCursor,
  }),
  run: ({ ask, customerIds, args: { report_id: id, limit, cursor, max_bytes, ...filter } }) =>
    readPage({ limit, cursor, max_bytes }, 'customers', async (page) => {
      const query = { ...filter, ...page };
      const found = await ask<ListCustomersResponse>(listCustomers, { path: { id }, query });
      return {
        items: found.customers.map(({ customer_id, contact: _, ...figures }) =>
          customerIds ? { customer_id, ...figures } : figures,
        ),
        next: found.next_cursor,
        facts: pickMembers(customersFacts, found),
      };
    }),
};

const shownAudience = v.object(
  pickFields(audience, [
    'audience_id',
    'name',
    'dataset_id',
    'hold_out',
    'refresh',
    'next_run_at',
    'created_at',
    'members',
  ]),
);

export const listAudiencesTool: Tool = {
  name: 'list_audiences',
  title: 'List audiences',
  description:
    'Lists of customers that are kept up to date for campaigns: how many members, how many are held out, and as of when.',
  operations: [listAudiences],
  input: v.object(pageFields),
  answer: v.object({
    audiences: described(v.array(shownAudience), 'Oldest first.'),
    next_cursor: nextCursor,
  }),
  run: ({ ask, args }) =>
    readPage(args, 'audiences', async (query) => {
      const { audiences, next_cursor: next } = await ask<ListAudiencesResponse>(listAudiences, { query });
      return { items: audiences.map((one) => pickMembers(shownAudience, one)), next };
    }),
};
