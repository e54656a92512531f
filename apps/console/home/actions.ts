// What an owner can do, from finished reports: only findings that passed the service's rules of evidence. The first page
// has the most valuable ones, a report has all of its own. No finding is an answer, too.
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

/** The newest of each type; undefined where there is none. */
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
      /** What the customers have spent. */
      readonly value: number;
      readonly customers: number;
      readonly segments: readonly RfmSegment['name'][];
      /** Four of five next orders have come by then. */
      readonly usualDays: number;
      /** Share of them who are expected to order in the next 90 days anyway. */
      readonly expected: number;
    }
  | {
      readonly kind: BasketKind;
      readonly report: MbaReport;
      /** Beyond chance, in the days that the report is about. */
      readonly value: number;
      readonly rule: BasketFinding['rule'];
      readonly evidence: Evidence;
    }
  | {
      readonly kind: 'due';
      readonly report: ReplenishmentReport;
      /** Expected of all customers in the week; undefined where spend could not be modelled. */
      readonly value: number | undefined;
      readonly customers: number;
      readonly backtest: Cadence['backtest'];
      /** Of the customers whom the rule of the list named on past dates, those who ordered. */
      readonly share: number;
    }
  | {
      readonly kind: 'slower';
      readonly report: CohortReport;
      readonly value: undefined;
      readonly compared: Comparison;
    };

const MOST = 5;
/** So that products don't hide customers, or the other way round. */
const MOST_OF_A_KIND = 2;
/** Below it, recent customers are said to come back later than older ones: as the report's own sentence does. */
const SIGNIFICANCE = 0.05;

/** The most valuable of several reports. */
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

/** All of one report; none of a type that this page does not know. */
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

/** Who is likelier than not to order anyway need not be won back. */
const LIKELY = 0.5;

function findWinBack(report: RfmReport): Action[] {
  const atRisk = report.ai_strategic_insights?.value_at_risk;
  if (atRisk === undefined) return [];
  const { customers, revenue, segments = [], expected_to_order_90d: expected = null } = atRisk;
  const usualDays = report.metrics?.usual_days_to_next_order ?? null;
  if (customers === 0 || revenue <= 0 || usualDays === null) return [];
  // Rare buyers stay away for long without having left.
  if (expected === null || expected >= LIKELY) return [];
  const known = SEGMENT_NAMES.filter((name) => segments.includes(name));
  return [{ kind: 'win_back', report, value: revenue, customers, segments: known, usualDays, expected }];
}

/** The first of the spans of days that are expected. */
const WEEK = 7;

/** Only where the rule that the list goes by named more buyers on past dates than naming all would. */
function findDue(report: ReplenishmentReport): Action[] {
  const { cadence, summary, expected } = report;
  const { due_this_week: customers } = summary;
  const rule = cadence?.backtest.rules.find(({ rule: name }) => name === cadence.backtest.sorted_by);
  if (cadence === null || rule === undefined || !rule.better_than_all || customers === 0) return [];
  const value = expected.find(({ days }) => days === WEEK)?.revenue ?? undefined;
  return [{ kind: 'due', report, value, customers, backtest: cadence.backtest, share: rule.share }];
}

/** Where a body has the findings of a kind. */
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

/** Which members of a report's insights its actions say already. */
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

// Places in the list by week, as addresses name them.

/** After the customers whose rhythm broke and those who are overdue. */
export const THIS_WEEK = '2';
