// Finds what an owner can do, from finished reports: only findings that passed the service's rules of evidence. The
// first page shows the most valuable ones, a report all of its own. There may be none.
import type {
  CohortReport,
  FinishedReport,
  MbaReport,
  ReplenishmentReport,
  RfmReport,
  RfmSegment,
} from '../../../packages/client/src/index.ts';
import { SEGMENT_NAMES } from '../../../src/contract/report-types/rfm/segments.ts';
import { getKeys } from '../../../src/contract/schema/keys.ts';

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

export type Action =
  | {
      readonly kind: 'win_back';
      readonly report: RfmReport;
      /** Spend of the customers. */
      readonly value: number;
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
      /** Revenue expected from all customers in the week; undefined if spend could not be modelled. */
      readonly value: number | undefined;
      readonly customers: number;
      readonly backtest: Cadence['backtest'];
      /** Share of customers who ordered, among those that the list's rule named on past dates. */
      readonly share: number;
    }
  | {
      readonly kind: 'slower';
      readonly report: CohortReport;
      readonly value: undefined;
      readonly compared: Comparison;
    };

const MOST = 5;
/** Limits each kind, so that products don't hide customers, or the reverse. */
const MOST_OF_A_KIND = 2;
/**
 * Below this p-value, recent customers are reported as returning later than earlier ones, as in the report's own
 * sentence.
 */
const SIGNIFICANCE = 0.05;

/** Selects the most valuable actions of several reports. */
export function findActions({ MBA, RFM, COHORT, REPLENISHMENT }: NewestReports): Action[] {
  const found = [
    ...(RFM === undefined ? [] : findWinBack(RFM)),
    ...(MBA === undefined
      ? []
      : [...findBaskets(MBA, 'bundle', MOST_OF_A_KIND), ...findBaskets(MBA, 'cross_sell', MOST_OF_A_KIND)]),
    ...(REPLENISHMENT === undefined ? [] : findDue(REPLENISHMENT)),
    ...(COHORT === undefined ? [] : findSlower(COHORT)),
  ];
  return sortByValue(found).slice(0, MOST);
}

/** Lists all actions of one report; none for a type that this page does not support. */
export function listActions(report: FinishedReport): Action[] {
  switch (report.report_type) {
    case 'MBA':
      return sortByValue(getKeys(BASKET_FINDINGS).flatMap((kind) => findBaskets(report, kind)));
    case 'RFM':
      return findWinBack(report);
    case 'COHORT':
      return findSlower(report);
    case 'REPLENISHMENT':
      return findDue(report);
    default:
      return [];
  }
}

function sortByValue(found: readonly Action[]): Action[] {
  return found.toSorted(
    (a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY),
  );
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
  return [{ kind: 'win_back', report, value: revenue, customers, segments: known, usualDays, expected }];
}

/** Days of the first span with a forecast. */
const WEEK = 7;

/** Requires that the list's rule named more buyers on past dates than naming everybody would. */
function findDue(report: ReplenishmentReport): Action[] {
  const { cadence, summary, expected } = report;
  const { due_this_week: customers } = summary;
  const rule = cadence?.backtest.rules.find(({ rule: name }) => name === cadence.backtest.sorted_by);
  if (cadence === null || rule === undefined || !rule.better_than_all || customers === 0) return [];
  const value = expected.find(({ days }) => days === WEEK)?.revenue ?? undefined;
  return [{ kind: 'due', report, value, customers, backtest: cadence.backtest, share: rule.share }];
}

/** Members of a body that hold the findings of each kind. */
const BASKET_FINDINGS = { bundle: 'bundles', cross_sell: 'cross_sells', placement: 'placements' } as const;

function findBaskets(report: MbaReport, kind: BasketKind, most?: number): Action[] {
  const findings: readonly BasketFinding[] = report.ai_insights?.[BASKET_FINDINGS[kind]] ?? [];
  return findings.slice(0, most).map(({ expected_incremental_revenue: value, rule, evidence }) => ({
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
  return second_orders < expected_second_orders
    ? [{ kind: 'slower', report, value: undefined, compared }]
    : [];
}

// Holds the places in the list by week that addresses use.

/** The third bucket: after customers whose rhythm broke, and overdue ones. */
export const THIS_WEEK = '2';
