// Do customers come back? Cohorts by their first purchase, and the share that is active in each period after it.
import type { CohortReport, FinishedReport } from '../../client/src/index.ts';
import { change, part } from '../app/address.ts';
import { day, number, percent, texts } from '../app/language.ts';
import { Customers } from '../customers/customers.tsx';
import { Facts } from '../parts/facts.tsx';
import { Scroll } from '../parts/scroll.tsx';
import { isCompared } from '../segments/segment-names.ts';
import { CohortCurves } from './cohort-curves.tsx';

/** Of fills, r0 to r5; the fullest stands for all retention of this and above. */
const LEVELS = 6;
const FULLEST = 0.5;

export function Cohorts({ report }: { readonly report: FinishedReport }) {
  return report.report_type === 'COHORT' ? <CohortsOf report={report} /> : null;
}

function CohortsOf({ report }: { readonly report: CohortReport }) {
  const { cohorts: said } = texts();
  const { summary, second_order, cohorts } = report;
  const selected = cohorts.find(({ cohort }) => cohort === part('cohort'))?.cohort;
  const median = second_order?.median_days ?? null;
  return (
    <>
      <Facts
        facts={[
          [said.customers, number(summary.customers)],
          [said.count, number(summary.cohorts)],
          [said.repeatRate, percent(summary.repeat_rate)],
          [said.median, median === null ? '–' : said.days(median, number(median))],
        ]}
      />
      <section class="card">
        <h2>{said.title}</h2>
        <p class="muted">{said.hint}</p>
        {cohorts.length === 0 ? <p>{said.none}</p> : <HeatMap cohorts={cohorts} selected={selected} />}
        <CohortCurves report={report} selected={selected} />
      </section>
      <Customers
        report={report}
        group="cohort"
        name={selected}
        shownName={selected}
        isCompared={isCompared(report.changes)}
      />
    </>
  );
}

interface HeatMapProps {
  readonly cohorts: CohortReport['cohorts'];
  readonly selected: string | undefined;
}

function HeatMap({ cohorts, selected }: HeatMapProps) {
  const { cohorts: said } = texts();
  const last = Math.max(...cohorts.flatMap(({ periods }) => periods.map(({ period }) => period)));
  const periods = Array.from({ length: last + 1 }, (_, period) => period);
  return (
    <Scroll label={said.title}>
      <table class="grid">
        <thead>
          <tr>
            <th scope="col">{said.cohort}</th>
            <th scope="col" class="n">
              {said.customers}
            </th>
            {periods.map((period) => (
              <th key={period} scope="col">
                {period}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ cohort, first_day, last_day, customers, periods: found }) => (
            <tr key={cohort}>
              <th scope="row">
                <button
                  type="button"
                  class="plain"
                  aria-pressed={cohort === selected}
                  title={`${day(first_day)} – ${day(last_day)}`}
                  onClick={() => change({ cohort: cohort === selected ? undefined : cohort })}
                >
                  {cohort}
                </button>
              </th>
              <td class="n">{number(customers)}</td>
              {periods.map((period) => {
                const cell = found.find((one) => one.period === period);
                if (cell === undefined) return <td key={period} />;
                return (
                  <td
                    key={period}
                    class={`cell r${levelOf(cell.retention)}`}
                    title={cell.complete ? undefined : said.incomplete}
                  >
                    {percent(cell.retention, 0)}
                    {!cell.complete && '*'}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function levelOf(retention: number): number {
  return Math.min(LEVELS - 1, Math.floor((retention / FULLEST) * LEVELS));
}
