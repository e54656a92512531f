// Stores the results of an analysis in S3 and in the recommendations. Repeating it writes the same.

import { listInPieces } from '../../../analysis/customer-lists/build-list.ts';
import { listPersons } from '../../../analysis/customer-lists/other-ids.ts';
import type { Persons } from '../../../analysis/identity/link-persons.ts';
import type { ReportAnalysis } from '../../../analysis/report-types/analyses.ts';
import { withNotes } from '../../../analysis/report-types/worded.ts';
import type { PlannedReport } from '../../../contract/messages/workflow.ts';
import { describeParams } from '../../../contract/report-types/check-params.ts';
import type { AnySettings } from '../../../contract/report-types/report-types.ts';
import { MOST_SERVED_OTHER_IDS } from '../../../contract/schema/limits.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import type { NextModel } from '../../recommendations/read-model.ts';
import { type RecommendationStore, toVersionRef } from '../../recommendations/recommendations.ts';
import type { CustomerLists } from '../customer-lists.ts';
import type { ProductProfileFiles } from '../product-profile-files.ts';
import type { ReportBodies } from '../report-bodies.ts';
import { writeCompanion, writeDraft } from '../report-body.ts';
import type { ReportItem } from '../report-item.ts';
import type { RuleSets } from '../rule-sets.ts';
import { describeImports } from './await-imports.ts';

export interface StoreAnalysisDeps {
  readonly bodies: Pick<ReportBodies, 'put'>;
  readonly recommendations: Pick<RecommendationStore, 'write'>;
  readonly lists: Pick<CustomerLists, 'put'>;
  readonly ruleSets: Pick<RuleSets, 'put'>;
  readonly profiles: Pick<ProductProfileFiles, 'put'>;
}

/** What the report was computed with. */
interface StoredWith {
  /** Undefined without identity rules. */
  readonly persons: Persons | undefined;
  /** Undefined without next products. */
  readonly next: NextModel | undefined;
}

export async function storeAnalysis(
  { bodies, recommendations, lists, ruleSets, profiles }: StoreAnalysisDeps,
  report: ReportItem,
  { imports_in_progress }: Pick<PlannedReport, 'imports_in_progress'>,
  { productIdentifier, productLevel }: Pick<AnySettings, 'productIdentifier' | 'productLevel'>,
  { body, companion, customers, evidence, ruleSetFile, profileFile }: ReportAnalysis,
  { persons, next }: StoredWith,
): Promise<void> {
  const key = { accountId: report.account_id, reportId: report.report_id };
  /** Stores one after the other, because they may be large. */
  async function storeFiles(): Promise<void> {
    const served = evidence === undefined ? {} : pickServedPersons(persons?.idOf);
    if (evidence !== undefined) {
      const identified = { productIdentifier, productLevel, persons: served.persons };
      await recommendations.write(toVersionRef(report), { ...evidence, ...identified });
    }
    if (customers !== undefined)
      await lists.put(key, 'draft', listInPieces({ ...customers(), next: next?.source }, persons?.idOf));
    const rules = ruleSetFile?.();
    if (rules !== undefined) await ruleSets.put(key, rules);
    if (profileFile !== undefined) await profiles.put(key, profileFile());
    const before = [
      ...describeImports(imports_in_progress, report.request.wait_for_imports === true),
      ...describeParams(report.report_type, report.request.params),
      ...(next?.note === undefined ? [] : [next.note]),
      ...(served.note === undefined ? [] : [served.note]),
    ];
    await writeDraft(bodies, report, {
      ...withNotes(body, { before }),
      ...(persons && { identity: persons.figures }),
    });
  }
  await Promise.all([companion && writeCompanion(bodies, report, companion), storeFiles()]);
}

/** The persons that recommendations hold: all, or none with a note. `idOf`: see Persons. */
export function pickServedPersons(
  idOf: ReadonlyMap<string, string> = new Map(),
  most = MOST_SERVED_OTHER_IDS,
): { readonly persons?: string[][]; readonly note?: Sentence } {
  return idOf.size > most
    ? { note: say('persons_not_served', { ids: idOf.size, most }) }
    : { persons: listPersons(idOf) };
}
