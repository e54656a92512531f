// Do customers come back? Cohorts by their first purchase, and the share that is active in each period after it.
import type { CohortReport, FinishedReport } from '../../client/src/index.ts';
import { RetentionMap } from '../../report-parts/charts/retention-map.ts';
import { revenueFacts } from '../../report-parts/revenue.ts';
import { Facts } from '../../report-parts/table.ts';
import { change, part } from '../app/address.ts';
import { day, money, number, percent, texts } from '../app/words/language.ts';
import { Customers } from '../customers/customers.tsx';
import { isCompared } from '../segments/segment-names.ts';
import { CohortCurves } from './cohort-curves.tsx';
import { CohortGroups } from './cohort-groups.tsx';
import { CohortValue } from './cohort-value.tsx';

export function Cohorts({ report }: { readonly report: FinishedReport }) {
  return report.report_type === 'COHORT' ? <CohortsOf report={report} /> : null;
}

function CohortsOf({ report }: { readonly report: CohortReport }) {
  const { cohorts: said, segments, turnover } = texts();
  const { summary, second_order, cohorts, currency, early_value: early } = report;
  const selected = cohorts.find(({ cohort }) => cohort === part('cohort'))?.cohort;
  const median = second_order?.median_days ?? null;
  if (cohorts.length === 0) return <p class="card">{said.none}</p>;
  return (
    <>
      <Facts
        facts={[
          [said.customers, number(summary.customers)],
          [said.count, number(summary.cohorts)],
          ...revenueFacts(
            summary,
            [segments.spent, summary.revenue],
            (value) => money(value, currency),
            turnover,
          ),
          [said.repeatRate, percent(summary.repeat_rate)],
          [said.median, median === null ? '–' : said.days(median, number(median))],
          ...(early === null || early === undefined
            ? []
            : [
                [
                  said.early(number(early.days)),
                  `${money(early.median_value, currency)} / ${money(early.mean_value, currency)}`,
                ] as const,
              ]),
        ]}
      />
      <section class="card" id="retention">
        <h2>{said.title}</h2>
        <p class="muted">{said.hint}</p>
        <HeatMap report={report} selected={selected} />
        <CohortCurves report={report} selected={selected} />
      </section>
      <CohortGroups report={report} />
      <CohortValue report={report} selected={selected} />
      <Customers
        report={report}
        group="cohort"
        names={selected === undefined ? [] : [selected]}
        shownName={selected}
        isCompared={isCompared(report.changes)}
      />
    </>
  );
}

interface HeatMapProps {
  readonly report: CohortReport;
  readonly selected: string | undefined;
}

function HeatMap({ report: { cohorts }, selected }: HeatMapProps) {
  const { cohorts: said } = texts();
  return (
    <RetentionMap
      label={said.title}
      heads={[said.cohort, said.customers]}
      cohorts={cohorts}
      write={(share) => percent(share, 0)}
      number={number}
      hint={({ complete }) => (complete ? undefined : said.incomplete)}
      name={({ cohort, first_day, last_day }) => (
        <button
          type="button"
          class="plain"
          aria-pressed={cohort === selected}
          title={`${day(first_day)} – ${day(last_day)}`}
          onClick={() => change({ cohort: cohort === selected ? undefined : cohort })}
        >
          {cohort}
        </button>
      )}
    />
  );
}
