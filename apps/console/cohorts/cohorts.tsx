// Shows whether customers come back: cohorts by first purchase, and the share that is active in each later period.
import type { CohortReport } from '../../../packages/client/src/index.ts';
import { pickComparable } from '../../../packages/report-parts/charts/cohort-lines.ts';
import { SecondOrderCurves } from '../../../packages/report-parts/charts/curves.ts';
import { RetentionMap } from '../../../packages/report-parts/charts/grid.ts';
import { Facts } from '../../../packages/report-parts/table.ts';
import { showCohorts } from '../../../packages/report-parts/tables/cohorts.ts';
import { ShownTables } from '../../../packages/report-parts/tables/shown.ts';
import { change, readParameter } from '../app/address.ts';
import { formatDay, formatNumber, formatPercent, getTexts } from '../app/words/language.ts';
import { createSay } from '../app/words/service-words.ts';
import { ChosenCustomers } from '../customers/chosen-customers.tsx';
import { Customers } from '../customers/customers.tsx';
import { Tab, type TabName } from '../reports/tabs.tsx';
import { isCompared } from '../segments/segment-names.ts';
import { CohortCurves, CohortGroups } from './cohort-curves.tsx';
import { CohortValue } from './cohort-value.tsx';

export function Cohorts({ report }: { readonly report: CohortReport }) {
  const { cohorts: said } = getTexts();
  const say = createSay(report);
  const { facts, evidence, tables } = showCohorts(report, say);
  const { second_order, cohorts } = report;
  const chosen = cohorts.find(({ cohort }) => cohort === readParameter('cohort'));
  const selected = chosen?.cohort;
  if (cohorts.length === 0)
    return (
      <Tab name="overview">
        <p class="card">{said.none}</p>
      </Tab>
    );
  return (
    <>
      <Tab name="overview">
        <Facts facts={facts} evidence={evidence} />
        <SecondOrderCurves of={second_order} say={say} />
        <ShownTables tables={tables.filter(({ only, id }) => only === undefined && id !== 'cohorts')} />
      </Tab>
      <Tab name="cohorts">
        <section class="card" id="retention">
          <h2>{said.title}</h2>
          <p class="muted">{said.hint}</p>
          <HeatMap report={report} selected={selected} />
          <CohortCurves report={report} selected={selected} />
        </section>
        <ChosenCustomers names={selected ?? ''} customers={chosen?.customers ?? 0} />
        <CohortGroups report={report} />
        <ShownTables tables={tables.filter(({ id }) => id === 'cohorts')} />
      </Tab>
      <Tab name="value">
        <CohortValue report={report} selected={selected} />
      </Tab>
      <Tab name="customers">
        <Customers
          report={report}
          group="cohort"
          names={selected === undefined ? [] : [selected]}
          shownName={selected}
          isCompared={isCompared(report.changes)}
        />
      </Tab>
    </>
  );
}

/** Values need a period that every cohort has reached. */
export function listCohortTabs({ cohorts, average_retention: averages }: CohortReport): readonly TabName[] {
  if (cohorts.length === 0) return [];
  return ['cohorts', ...(pickComparable(averages, 0).length > 0 ? (['value'] as const) : []), 'customers'];
}

interface HeatMapProps {
  readonly report: CohortReport;
  readonly selected: string | undefined;
}

function HeatMap({ report: { cohorts }, selected }: HeatMapProps) {
  const { cohorts: said } = getTexts();
  return (
    <RetentionMap
      label={said.title}
      heads={[said.cohort, said.customers]}
      cohorts={cohorts}
      write={(share) => formatPercent(share, 0)}
      number={formatNumber}
      hint={({ complete }) => (complete ? undefined : said.incomplete)}
      name={({ cohort, first_day, last_day }) => (
        <button
          type="button"
          class="plain"
          aria-pressed={cohort === selected}
          title={`${formatDay(first_day)} – ${formatDay(last_day)}`}
          onClick={() => change({ cohort: cohort === selected ? undefined : cohort })}
        >
          {cohort}
        </button>
      )}
    />
  );
}
