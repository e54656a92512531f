// Defines an analysis of orders: its inputs and its results.

import type { Kind } from '../../contract/report-types/report-type.ts';
import type { FoundRules } from '../changes/found-rules.ts';
import type { SegmentMembers } from '../changes/segment-changes.ts';
import type { Listed } from '../customer-lists/build-list.ts';
import type { Assigned } from '../effect/assigned.ts';
import type { Evidence } from '../recommendations/product-evidence.ts';
import type { ServedModel } from '../recommendations/served-model.ts';

/** The companion stored beside the body for comparison by later reports, by type. */
interface Companions {
  readonly MBA: FoundRules;
  /** The segment of each customer. */
  readonly RFM: SegmentMembers;
}
export type CompanionOf<K extends Kind> = K extends Kind
  ? K['type'] extends keyof Companions
    ? Companions[K['type']]
    : undefined
  : never;

export interface AnalysisDeps {
  /** Members of the audience in the request; undefined without an audience. */
  readonly assigned?: Assigned | undefined;
  /** The recommendations that next products of customers come from; undefined without. */
  readonly model?: ServedModel | undefined;
}

export interface Analysis<K extends Kind> {
  readonly body: K['body'];
  readonly companion: CompanionOf<K> | undefined;
  /** The inputs of recommendations, in reports that serve them. */
  readonly evidence?: Evidence | undefined;
  /** The file from which exports list all of the report's rules, in pieces. Undefined for a type without rules. */
  readonly ruleSetFile?: (() => Iterable<Uint8Array> | undefined) | undefined;
  /** The file of product profiles, in pieces, in reports that request them. */
  readonly profileFile?: (() => Iterable<Uint8Array>) | undefined;
  /** The inputs of the list of the report's customers. Undefined for a type without customers. */
  readonly customers?: (() => Listed) | undefined;
}
