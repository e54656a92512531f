// The views of each type of report. A type that is missing does not compile. Where a type brings none, and where the service
// is newer than this page, its facts, lists and insights are what there is to see.
import type { FunctionComponent } from 'preact';
import type { FinishedReport } from '../../client/src/index.ts';
import { Effect } from '../audiences/effect.tsx';
import { Cohorts } from '../cohorts/cohorts.tsx';
import { CompareCohorts } from '../compare/compare-cohorts.tsx';
import { CompareRules } from '../compare/compare-rules.tsx';
import { CompareSegments } from '../compare/compare-segments.tsx';
import type { TwoReports } from '../compare/comparison.ts';
import { CompareDue } from '../due/compare-due.tsx';
import { Due } from '../due/due.tsx';
import { Rules } from '../rules/rules.tsx';
import { Segments } from '../segments/segments.tsx';
import { GenericReport } from './generic-report.tsx';
import type { ReportType } from './report-types.ts';

export interface OneReport {
  readonly report: FinishedReport;
  /** The rest of its list is on the way. */
  readonly isPart: boolean;
}

interface Views {
  readonly one?: FunctionComponent<OneReport>;
  /** What two reports beside each other show below their facts. */
  readonly two?: FunctionComponent<TwoReports>;
}

const VIEWS: Readonly<Record<ReportType, Views>> = {
  MBA: { one: Rules, two: CompareRules },
  RFM: { one: Segments, two: CompareSegments },
  COHORT: { one: Cohorts, two: CompareCohorts },
  REPLENISHMENT: { one: Due, two: CompareDue },
  EFFECT: { one: Effect },
};

export function viewsOf(type: ReportType): Views & Required<Pick<Views, 'one'>> {
  return { one: GenericReport, ...(Object.hasOwn(VIEWS, type) && VIEWS[type]) };
}
