// What the contract's document says of each type of report.
import { cohortDocument } from './cohort/document.ts';
import { marketBasketDocument } from './market-basket/document.ts';
import type { ReportTypeDocument } from './report-type.ts';
import { REPORT_TYPES, type ReportType } from './report-types.ts';
import { rfmDocument } from './rfm/document.ts';

export const DOCUMENTS = {
  MBA: marketBasketDocument,
  RFM: rfmDocument,
  COHORT: cohortDocument,
} satisfies Readonly<Record<ReportType, ReportTypeDocument>>;

/** A finished report of any type. */
export const FINISHED_REPORTS = REPORT_TYPES.map((type) => DOCUMENTS[type].schema);
