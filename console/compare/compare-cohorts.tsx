// Two cohort reports: average retention period by period, and the cohorts that are in both.
import type { CohortReport } from '../../client/src/index.ts';
import { number, percent, texts } from '../app/language.ts';
import { workTexts } from '../app/work-texts.ts';
import { Figures } from '../parts/figures.tsx';
import { ComparedFigures, whole } from './compared-figures.tsx';
import { pairs, type TwoReports } from './comparison.ts';

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
  const { cohorts } = texts();
  const share = (value: number): string => percent(value);
  const periods = pairs(before.average_retention, now.average_retention, ({ period }) => String(period));
  const both = pairs(before.cohorts, now.cohorts, ({ cohort }) => cohort).flatMap((pair) =>
    pair.before === undefined || pair.now === undefined
      ? []
      : [{ name: pair.name, before: pair.before, now: pair.now }],
  );
  return (
    <>
      <section class="card">
        <h2>{said.figures}</h2>
        <ComparedFigures
          label={said.figures}
          title={said.figure}
          figures={[
            {
              name: said.customers,
              before: before.summary.customers,
              now: now.summary.customers,
              shown: whole,
            },
            { name: cohorts.count, before: before.summary.cohorts, now: now.summary.cohorts, shown: whole },
            {
              name: cohorts.repeatRate,
              before: before.summary.repeat_rate,
              now: now.summary.repeat_rate,
              shown: share,
            },
          ]}
        />
      </section>
      <section class="card">
        <h2>{said.average}</h2>
        <ComparedFigures
          label={said.average}
          title={said.period}
          figures={periods.map(({ name, before: left, now: right }) => ({
            name,
            before: left?.retention,
            now: right?.retention,
            shown: share,
          }))}
        />
      </section>
      <section class="card">
        <h2>{said.cohorts}</h2>
        {both.length === 0 ? (
          <p class="muted">{said.notBoth}</p>
        ) : (
          <Figures
            label={said.cohorts}
            title={said.cohort}
            rows={both}
            name={({ name }) => name}
            columns={[
              [said.customers, (row) => beforeAndNow(row.before.customers, row.now.customers, number)],
              ...PERIODS.map(
                (period) =>
                  [
                    said.retention(number(period)),
                    (row: (typeof both)[number]) =>
                      beforeAndNow(retention(row.before, period), retention(row.now, period), share),
                  ] as const,
              ),
            ]}
          />
        )}
      </section>
    </>
  );
}

function retention({ periods }: Cohort, period: number): number | undefined {
  return periods.find((found) => found.period === period)?.retention;
}

function beforeAndNow(
  before: number | undefined,
  now: number | undefined,
  shown: (value: number) => string,
): string {
  if (before === undefined && now === undefined) return '–';
  const [left, right] = [before, now].map((value) => (value === undefined ? '–' : shown(value)));
  return left === right ? (right ?? '') : `${left} → ${right}`;
}
