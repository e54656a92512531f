// Describes the figures of a cohort report, and their changes since the previous one.

import type { CohortKind } from '../../../contract/report-types/cohort/definition.ts';
import { MAX_CHANGED_COHORTS, PERIODS_COMPARED } from '../../../contract/report-types/cohort/limits.ts';
import type { cohortChange, cohortChanges } from '../../../contract/report-types/cohort/schema/changes.ts';
import type { CohortBody, CohortRow } from '../../../contract/report-types/cohort/schema.ts';
import type { Shape } from '../../../contract/schema/shape.ts';
import { say } from '../../../contract/sentences/sentence.ts';
import type { ReportTypeFinish } from '../report-type.ts';
import { countFitting } from '../travelling-bytes.ts';
import { withWarning } from '../worded.ts';
import { withCohortInsights } from './insights.ts';

type Changes = Omit<Shape<typeof cohortChanges>, 'compared_with' | 'note'>;
type CohortChange = Shape<typeof cohortChange>;

export const cohortFinish = {
  async compare(compared_with, earlier, later) {
    const [before, after] = await Promise.all([earlier.body(), later.body()]);
    if (before === undefined || after === undefined) return undefined;
    return { compared_with, ...compareCohorts(before, after) };
  },
  describe: (body, changes, settings) => withCohortInsights({ ...body, changes }, settings),
  fit: fitCohorts,
} as const satisfies ReportTypeFinish<CohortKind>;

export function compareCohorts(earlier: CohortBody, later: CohortBody): Changes {
  const before = new Map(earlier.cohorts.map((row) => [row.cohort, row]));
  const after = new Map(later.cohorts.map((row) => [row.cohort, row]));
  // A cohort that either body dropped for its size is not compared.
  const from = [earlier, later].map(getFirstCompared).sort().at(-1) ?? '';
  const names = [...new Set([...before.keys(), ...after.keys()])].filter((name) => name >= from).sort();
  const changed = names.reverse().flatMap((cohort): CohortChange[] => {
    const [was, is] = [pickFigures(before.get(cohort)), pickFigures(after.get(cohort))];
    return isSame(was, is) ? [] : [{ cohort, before: was, after: is }];
  });
  return {
    shop: compareShop(earlier, later),
    new_cohorts: changed.filter((change) => change.before === null).length,
    cohorts: changed.slice(0, MAX_CHANGED_COHORTS),
    average_retention: later.average_retention.slice(0, PERIODS_COMPARED).flatMap(({ period, retention }) => {
      const was = earlier.average_retention.find((average) => average.period === period);
      return was === undefined ? [] : [{ period, before: was.retention, after: retention }];
    }),
    ordered_again: (later.second_order?.by_day ?? []).map(({ days, share }) => ({
      days,
      before: earlier.second_order?.by_day.find((each) => each.days === days)?.share ?? null,
      after: share,
    })),
  };
}

function compareShop(earlier: CohortBody, later: CohortBody): Changes['shop'] {
  const [before, after] = [earlier, later].map(({ overview }) => {
    const all = overview?.ranges.find(({ range }) => range === 'all');
    return all && { customers: all.customers, orders: all.orders, net_revenue: all.net_revenue };
  });
  return before === undefined || after === undefined ? null : { before, after };
}

/** The oldest cohort of a body that lacks some; '' for a complete one. */
function getFirstCompared({ summary, cohorts }: CohortBody): string {
  return summary.cohorts > cohorts.length ? (cohorts[0]?.cohort ?? '') : '';
}

function pickFigures(row: CohortRow | undefined): CohortChange['after'] {
  if (row === undefined) return null;
  const { customers, orders, revenue } = row;
  return { customers, orders, revenue };
}

function isSame(a: CohortChange['before'], b: CohortChange['after']): boolean {
  return a?.customers === b?.customers && a?.orders === b?.orders && a?.revenue === b?.revenue;
}

/**
 * Drops the oldest cohorts until the body fits in `maxBytes`: readers look at the newest first. Averages stay those of
 * all cohorts.
 */
export function fitCohorts(body: CohortBody, maxBytes: number): CohortBody {
  const { cohorts } = body;
  const fitting = countFitting({ ...body, cohorts: [] }, cohorts.toReversed(), maxBytes);
  const first = cohorts.length - fitting;
  if (first === 0) return body;
  return withWarning(
    { ...body, cohorts: cohorts.slice(first) },
    say('oldest_cohorts_left_out', { cohorts: first }),
  );
}
