// Lists how every type of report is computed and finished. A bundle includes only the lists that it uses: the functions
// that compute include no sentences, and the one that finishes includes no analyses.

import type { ReportKinds } from '../../contract/report-types/every-type.ts';
import type { ReportType } from '../../contract/report-types/report-types.ts';
import { packFoundRules, unpackFoundRules } from '../changes/found-rules.ts';
import { packMembers, unpackMembers, withoutMembers } from '../changes/segment-changes.ts';
import type { Analysis, CompanionOf } from './analysis.ts';
import { cohortAnalysis } from './cohort/cohort.ts';
import { cohortFinish } from './cohort/finish.ts';
import { effectAnalysis } from './effect/effect.ts';
import { effectFinish } from './effect/finish.ts';
import { marketBasketFinish } from './market-basket/finish.ts';
import { marketBasketAnalysis } from './market-basket/market-basket.ts';
import type { ReportTypeAnalysis } from './partitioned.ts';
import { replenishmentFinish } from './replenishment/finish.ts';
import { replenishmentAnalysis } from './replenishment/replenishment.ts';
import type { CompanionFormat, ReportTypeFinish, StoredAnalysis } from './report-type.ts';
import { rfmFinish } from './rfm/finish.ts';
import { rfmAnalysis } from './rfm/rfm.ts';

export type ReportAnalysis = Analysis<ReportKinds[ReportType]>;
export type StoredReport = StoredAnalysis<ReportKinds[ReportType]>;
export type AnyAnalysis = ReportTypeAnalysis<ReportKinds[ReportType]>;

const ANALYSES: { readonly [T in keyof ReportKinds]: ReportTypeAnalysis<ReportKinds[T]> } = {
  MBA: marketBasketAnalysis,
  RFM: rfmAnalysis,
  COHORT: cohortAnalysis,
  REPLENISHMENT: replenishmentAnalysis,
  EFFECT: effectAnalysis,
};

const FINISHES: { readonly [T in keyof ReportKinds]: ReportTypeFinish<ReportKinds[T]> } = {
  MBA: marketBasketFinish,
  RFM: rfmFinish,
  COHORT: cohortFinish,
  REPLENISHMENT: replenishmentFinish,
  EFFECT: effectFinish,
};

/** Formats of the types that store a companion beside the body. */
const COMPANIONS: { readonly [T in keyof ReportKinds]?: CompanionFormat<CompanionOf<ReportKinds[T]>> } = {
  MBA: { pack: packFoundRules, unpack: unpackFoundRules },
  RFM: { pack: packMembers, unpack: unpackMembers, without: withoutMembers },
};

export function getAnalysis<T extends ReportType>(type: T): ReportTypeAnalysis<ReportKinds[T]> {
  return ANALYSES[type];
}

export function getFinish<T extends ReportType>(type: T): ReportTypeFinish<ReportKinds[T]> {
  return FINISHES[type];
}

/** Undefined if the type stores nothing beside the body. */
export function getCompanionFormat<T extends ReportType>(
  type: T,
): CompanionFormat<CompanionOf<ReportKinds[T]>> | undefined {
  return COMPANIONS[type];
}
