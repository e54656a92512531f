// Defines the views of each type of report. A missing type is a compile error. A type without views, or newer than this
// page, shows its facts, lists and insights.
import type { FunctionComponent } from 'preact';
import type { FinishedReport } from '../../../packages/client/src/index.ts';
import { Facts } from '../../../packages/report-parts/table.ts';
import { showEffect } from '../../../packages/report-parts/tables/effect.ts';
import { ShownTables } from '../../../packages/report-parts/tables/shown.ts';
import { showLists, stateSummary } from '../../../packages/report-parts/tables/shown-report.ts';
import { formatNumber } from '../app/words/language.ts';
import { createSay } from '../app/words/service-words.ts';
import { Cohorts, listCohortTabs } from '../cohorts/cohorts.tsx';
import { CompareRules } from '../compare/compare-rules.tsx';
import { CompareCohorts, CompareDue, CompareSegments } from '../compare/compared-figures.tsx';
import type { TwoReports } from '../compare/comparison.ts';
import { Due, listDueTabs } from '../due/due.tsx';
import { Rules } from '../rules/rules.tsx';
import { listSegmentTabs, Segments } from '../segments/segments.tsx';
import { isOfType, type ReportOf, type ReportType } from './report-types.ts';
import { Tab, type TabName } from './tabs.tsx';

interface OneReport<R = FinishedReport> {
  readonly report: R;
  /** The rest of the report's list is still loading. */
  readonly isPart: boolean;
}

interface Views {
  readonly one?: FunctionComponent<OneReport>;
  /** Names the tabs between the first and the last, which all reports have. */
  readonly listTabs?: (report: FinishedReport) => readonly TabName[];
  /** Shown below the facts of two compared reports. */
  readonly two?: FunctionComponent<TwoReports>;
}

/** The views of a type receive only reports of that type. */
function createViews<T extends ReportType>(
  type: T,
  One: FunctionComponent<OneReport<ReportOf<T>>>,
  listTabs: (report: ReportOf<T>) => readonly TabName[],
  Two?: FunctionComponent<TwoReports<ReportOf<T>>>,
): Views {
  return {
    one: ({ report, isPart }) => (isOfType(report, type) ? <One report={report} isPart={isPart} /> : null),
    listTabs: (report) => (isOfType(report, type) ? listTabs(report) : []),
    ...(Two !== undefined && {
      two: ({ before, now }) =>
        isOfType(before, type) && isOfType(now, type) ? <Two before={before} now={now} /> : null,
    }),
  };
}

const VIEWS: Readonly<Record<ReportType, Views>> = {
  MBA: createViews('MBA', Rules, () => ['rules'], CompareRules),
  RFM: createViews('RFM', Segments, listSegmentTabs, CompareSegments),
  COHORT: createViews('COHORT', Cohorts, listCohortTabs, CompareCohorts),
  REPLENISHMENT: createViews('REPLENISHMENT', Due, listDueTabs, CompareDue),
  EFFECT: createViews('EFFECT', Effect, () => []),
};

export function getViews(type: ReportType): Views & Required<Pick<Views, 'one' | 'listTabs'>> {
  return { one: GenericReport, listTabs: () => [], ...(Object.hasOwn(VIEWS, type) && VIEWS[type]) };
}

/** Shows a report of a type without a view of its own: its facts and lists, by the API's names. */
function GenericReport({ report }: { readonly report: FinishedReport }) {
  return (
    <Tab name="overview">
      <Facts facts={stateSummary(report, { number: formatNumber })} />
      <ShownTables tables={showLists(report, { number: formatNumber })} />
    </Tab>
  );
}

/** Shows the figures of an effect report: each measure in both arms, or the figures of a plan. */
function Effect({ report }: { readonly report: ReportOf<'EFFECT'> }) {
  const { facts, tables } = showEffect(report, createSay(report));
  return (
    <Tab name="overview">
      {facts.length > 0 && <Facts facts={facts} />}
      <ShownTables tables={tables} />
    </Tab>
  );
}
