// Two cohort reports: average retention period by period, and the cohorts that are in both.
import type { CohortReport } from '../../client/src/index.ts';
import { fill } from '../../report-parts/names.ts';
import { number, percent } from '../app/words/language.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Figures } from '../parts/figures.tsx';
import { ComparedCard } from './compared-figures.tsx';
import { inBoth, pairs, type TwoReports } from './comparison.ts';

type Cohort = CohortReport['cohorts'][number];

/** Of each cohort: the first periods after that of the first purchase. */
const PERIODS = [1, 2, 3];

export function CompareCohorts({ before, now }: TwoReports) {
  return before.report_type === 'COHORT' && now.report_type === 'COHORT' ? (
    <Cohorts before={before} now={now} />
  ) : null;
}

function Cohorts({ before, now }: TwoReports<CohortReport>) {
  const { compare: said } = workTexts();
  const share = (value: number): string => percent(value);
  const periods = pairs(before.average_retention, now.average_retention, ({ period }) => String(period));
  const both = inBoth(pairs(before.cohorts, now.cohorts, ({ cohort }) => cohort));
  return (
    <>
      <ComparedCard
        label={said.average}
        title={said.period}
        figures={periods.map(({ name, before: left, now: right }) => ({
          ...{ name, before: left?.retention, now: right?.retention, shown: share },
          isShare: true,
        }))}
      />
      <section class="card">
        <h2>{said.cohorts}</h2>
        <p class="muted">{said.growing}</p>
        {both.length === 0 ? (
          <p class="muted">{said.notBoth}</p>
        ) : (
          <Figures
            label={said.cohorts}
            title={said.cohort}
            rows={both}
            name={({ name }) => name}
            columns={[
              [
                said.customers,
                (row) => beforeAndNow(number(row.before.customers), number(row.now.customers)),
              ],
              ...PERIODS.map(
                (period) =>
                  [
                    fill(said.retention, { period: number(period) }),
                    (row: (typeof both)[number]) =>
                      beforeAndNow(retention(row.before, period), retention(row.now, period)),
                  ] as const,
              ),
            ]}
          />
        )}
      </section>
    </>
  );
}

/** Marked where the period was not over: such a share still grows. */
function retention({ periods }: Cohort, period: number): string {
  const found = periods.find((one) => one.period === period);
  return found === undefined ? NONE : `${percent(found.retention)}${found.complete ? '' : '*'}`;
}

const NONE = '–';

function beforeAndNow(before: string, now: string): string {
  return before === now ? now : `${before} → ${now}`;
}
