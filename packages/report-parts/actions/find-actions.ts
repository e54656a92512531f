// Finds what an owner can do, from finished reports: only findings that passed the service's rules of evidence. The
// first page shows at most three, a report all of its own. There may be none.

import { SEGMENT_NAMES } from '../../../src/contract/report-types/rfm/segments.ts';
import { getKeys } from '../../../src/contract/schema/keys.ts';
import type {
  CohortReport,
  FinishedReport,
  MbaReport,
  ReplenishmentReport,
  RfmReport,
  RfmSegment,
} from '../../client/src/index.ts';
import { isCurrent } from './freshness.ts';

/** The newest report of each type; undefined if there is none. */
export interface NewestReports {
  readonly MBA?: MbaReport | undefined;
  readonly RFM?: RfmReport | undefined;
  readonly COHORT?: CohortReport | undefined;
  readonly REPLENISHMENT?: ReplenishmentReport | undefined;
}

type BasketFinding = NonNullable<MbaReport['ai_insights']>['bundles'][number];
type Evidence = NonNullable<BasketFinding['evidence']>;
type Comparison = NonNullable<NonNullable<CohortReport['second_order']>['recent_and_older']>;

type Cadence = NonNullable<ReplenishmentReport['cadence']>;

type BasketKind = 'bundle' | 'cross_sell' | 'placement';

type BasketAction = Extract<Action, { readonly kind: BasketKind }>;

export type Action =
  | {
      readonly kind: 'win_back';
      readonly report: RfmReport;
      /** Spend of the customers so far. */
      readonly spent: number;
      readonly customers: number;
      readonly segments: readonly RfmSegment['name'][];
      /** Days within which 80 % of next orders came. */
      readonly usualDays: number;
      /** Share of them expected to order in the next 90 days without being contacted. */
      readonly expected: number;
    }
  | {
      readonly kind: BasketKind;
      readonly report: MbaReport;
      /** Revenue beyond chance, in the days that the report covers. */
      readonly value: number;
      readonly rule: BasketFinding['rule'];
      readonly evidence: Evidence;
    }
  | {
      readonly kind: 'due';
      readonly report: ReplenishmentReport;
      readonly customers: number;
      readonly firstDay: string;
      readonly lastDay: string;
      readonly backtest: Cadence['backtest'];
      /** Share of customers who ordered, among those that the list's rule named on past dates. */
      readonly share: number;
    }
  | {
      readonly kind: 'slower';
      readonly report: CohortReport;
      readonly compared: Comparison;
    };

const MOST = 3;
/**
 * Below this p-value, recent customers are reported as returning later than earlier ones, as in the report's own
 * sentence.
 */
const SIGNIFICANCE = 0.05;

/**
 * Selects actions of several reports: the first of each report, then the second. Reports have no common measure of
 * worth to rank their actions by. `now`: epoch milliseconds.
 */
export function findActions({ REPLENISHMENT, RFM, MBA, COHORT }: NewestReports, now: number): Action[] {
  const found = [REPLENISHMENT, RFM, MBA, COHORT].map((report) =>
    report === undefined ? [] : listActions(report, now),
  );
  return takeInTurn(found);
}

/** The first of each list, then the second. `found`: the actions of each report, in the order of ACTION_TYPES. */
export function takeInTurn<T>(found: readonly (readonly T[])[]): T[] {
  return Array.from({ length: MOST })
    .flatMap((_, at) => found.flatMap((own) => own[at] ?? []))
    .slice(0, MOST);
}

/** The types of reports with actions, in the order in which these are shown. */
export const ACTION_TYPES = ['REPLENISHMENT', 'RFM', 'MBA', 'COHORT'] as const;

/** What a report covers, as lists of reports show it. */
interface Coverage {
  readonly customer_scope: string;
  readonly filters: {
    readonly dateRange: object | null;
    readonly conditions: readonly { readonly operator: string }[];
  };
}

/**
 * Whether a report is on all customers and days: one on a part says nothing about the shop. Conditions are allowed,
 * such as one that excludes postage.
 */
export function isOfWholeShop({ customer_scope, filters }: Coverage): boolean {
  return (
    customer_scope === 'all' &&
    filters.dateRange === null &&
    filters.conditions.every(({ operator }) => operator.startsWith('not_'))
  );
}

/**
 * Lists all actions of one report; none for a type that this page does not support. Actions on customers who are due
 * or late need a report that still shows the present.
 */
export function listActions(report: FinishedReport, now: number): Action[] {
  switch (report.report_type) {
    case 'MBA':
      return listBasketActions(report);
    case 'RFM':
      return isCurrent(report.reference_date, now) ? findWinBack(report) : [];
    case 'COHORT':
      return findSlower(report);
    case 'REPLENISHMENT':
      return isCurrent(report.reference_date, now) ? findDue(report) : [];
    default:
      return [];
  }
}

/** The most valuable first: all are worth what was bought beyond chance in the days of the report. */
function listBasketActions(report: MbaReport): BasketAction[] {
  return getKeys(BASKET_FINDINGS)
    .flatMap((kind) => findBaskets(report, kind))
    .toSorted((a, b) => b.value - a.value);
}

/** A customer who is likely to order anyway need not be won back. */
const LIKELY = 0.5;

function findWinBack(report: RfmReport): Action[] {
  const atRisk = report.ai_strategic_insights?.value_at_risk;
  if (atRisk === undefined) return [];
  const { customers, revenue, segments = [], expected_to_order_90d: expected = null } = atRisk;
  const usualDays = report.metrics?.usual_days_to_next_order ?? null;
  if (customers === 0 || revenue <= 0 || usualDays === null) return [];
  // Rare buyers may be absent for long without having left.
  if (expected === null || expected >= LIKELY) return [];
  const known = SEGMENT_NAMES.filter((name) => segments.includes(name));
  return [{ kind: 'win_back', report, spent: revenue, customers, segments: known, usualDays, expected }];
}

/** Requires that the list's rule named more buyers on past dates than naming everybody would. */
function findDue(report: ReplenishmentReport): Action[] {
  const { cadence, summary, weeks } = report;
  const { due_this_week: customers } = summary;
  const rule = cadence?.backtest.rules.find(({ rule: name }) => name === cadence.backtest.sorted_by);
  if (cadence === null || rule === undefined || !rule.better_than_all || customers === 0) return [];
  const [week] = weeks;
  if (week === undefined) return [];
  const { first_day: firstDay, last_day: lastDay } = week;
  return [
    { kind: 'due', report, customers, firstDay, lastDay, backtest: cadence.backtest, share: rule.share },
  ];
}

/** Members of a body that hold the findings of each kind. */
const BASKET_FINDINGS = { bundle: 'bundles', cross_sell: 'cross_sells', placement: 'placements' } as const;

function findBaskets(report: MbaReport, kind: BasketKind): BasketAction[] {
  const findings: readonly BasketFinding[] = report.ai_insights?.[BASKET_FINDINGS[kind]] ?? [];
  return findings.map(({ expected_incremental_revenue: value, rule, evidence }) => ({
    kind,
    report,
    value,
    rule,
    evidence,
  }));
}

/** Lists the insights of a report that its actions state already. */
export function listSaid(actions: readonly Action[]): ReadonlySet<string> {
  return new Set(
    actions.map(({ kind }) => {
      if (kind === 'win_back') return 'value_at_risk';
      if (kind === 'due') return 'due';
      return kind === 'slower' ? 'recent_cohorts' : BASKET_FINDINGS[kind];
    }),
  );
}

function findSlower(report: CohortReport): Action[] {
  const compared = report.second_order?.recent_and_older ?? null;
  if (compared === null || compared.p_value >= SIGNIFICANCE) return [];
  const { second_orders, expected_second_orders } = compared.recent;
  return second_orders < expected_second_orders ? [{ kind: 'slower', report, compared }] : [];
}
