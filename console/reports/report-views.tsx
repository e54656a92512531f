// The views of each type of report, loaded when they are shown. A type that is missing does not compile. Where a type brings
// none, and where the service is newer than this page, its facts, lists and insights are what there is to see.
import type { FunctionComponent } from 'preact';
import type { FinishedReport } from '../../client/src/index.ts';
import { lazyScripts } from '../app/lazy-script.tsx';
import type { TwoReports } from '../compare/comparison.ts';
import type { ReportType } from './report-types.ts';

type One = FunctionComponent<{ readonly report: FinishedReport }>;
type Two = FunctionComponent<TwoReports>;

interface Views {
  readonly one?: () => Promise<One>;
  /** Of two reports beside each other. */
  readonly two?: () => Promise<Two>;
}

const VIEWS: Readonly<Record<ReportType, Views>> = {
  MBA: {
    one: async () => (await import('../rules/rules.tsx')).Rules,
    two: async () => (await import('../compare/compare-rules.tsx')).CompareRules,
  },
  RFM: {
    one: async () => (await import('../segments/segments.tsx')).Segments,
    two: async () => (await import('../compare/compare-segments.tsx')).CompareSegments,
  },
  COHORT: {
    one: async () => (await import('../cohorts/cohorts.tsx')).Cohorts,
    two: async () => (await import('../compare/compare-cohorts.tsx')).CompareCohorts,
  },
};

const generic = async () => (await import('./generic-report.tsx')).GenericReport;
const genericTwo = async () => (await import('../compare/compare-facts.tsx')).CompareFacts;
/** No type of report is called so. */
const GENERIC = '';

const useOne = lazyScripts<One>({
  [GENERIC]: generic,
  ...Object.fromEntries(Object.entries(VIEWS).map(([type, { one = generic }]) => [type, one])),
});
const useTwo = lazyScripts<Two>({
  [GENERIC]: genericTwo,
  ...Object.fromEntries(Object.entries(VIEWS).map(([type, { two = genericTwo }]) => [type, two])),
});

export const useView = (type: ReportType) => useOne(type in VIEWS ? type : GENERIC);
export const useComparison = (type: ReportType) => useTwo(type in VIEWS ? type : GENERIC);
