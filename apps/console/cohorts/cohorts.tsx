// Do customers come back? Cohorts by their first purchase, and the share that is active in each period after it.
import type { CohortReport } from '../../../packages/client/src/index.ts';
import { SecondOrder } from '../../../packages/report-parts/charts/curves.ts';
import { RetentionMap } from '../../../packages/report-parts/charts/grid.ts';
import { Facts } from '../../../packages/report-parts/table.ts';
import { shownCohorts } from '../../../packages/report-parts/tables/cohorts.ts';
import { ShownTables } from '../../../packages/report-parts/tables/shown.ts';
import { change, part } from '../app/address.ts';
import { day, number, percent, texts } from '../app/words/language.ts';
import { sayOf } from '../app/words/service-words.ts';
import { Customers } from '../customers/customers.tsx';
import { isCompared } from '../segments/segment-names.ts';
import { CohortCurves, CohortGroups } from './cohort-curves.tsx';
import { CohortValue } from './cohort-value.tsx';

export function Cohorts({ report }: { readonly report: CohortReport }) {
  const { cohorts: said } = texts();
  const say = sayOf(report);
  const { facts, tables } = shownCohorts(report, say);
  const { second_order, cohorts } = report;
  const selected = cohorts.find(({ cohort }) => cohort === part('cohort'))?.cohort;
  if (cohorts.length === 0) return <p class="card">{said.none}</p>;
  return (
    <>
      <Facts facts={facts} />
      <section class="card" id="retention">
        <h2>{said.title}</h2>
        <p class="muted">{said.hint}</p>
        <HeatMap report={report} selected={selected} />
        <CohortCurves report={report} selected={selected} />
      </section>
      <CohortGroups report={report} />
      <CohortValue report={report} selected={selected} />
      <SecondOrder of={second_order} say={say} />
      <ShownTables tables={tables.filter(({ only }) => only === undefined)} />
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
