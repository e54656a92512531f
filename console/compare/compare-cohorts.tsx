// Two cohort reports: average retention period by period, and the cohorts that are in both.
import type { CohortReport } from '../../client/src/index.ts';
import { money, number, percent, texts } from '../app/language.ts';
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
  const { cohorts, segments, turnover } = texts();
  const amount = (value: number): string => money(value, now.currency);
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
              name: turnover.revenue,
              before: before.summary.net_revenue,
              now: now.summary.net_revenue,
              shown: amount,
            },
            {
              name: segments.spent,
              before: before.summary.revenue,
              now: now.summary.revenue,
              shown: amount,
            },
            {
              name: cohorts.repeatRate,
              before: before.summary.repeat_rate,
              now: now.summary.repeat_rate,
              shown: share,
              isShare: true,
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
            isShare: true,
          }))}
        />
      </section>
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
                    said.retention(number(period)),
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
