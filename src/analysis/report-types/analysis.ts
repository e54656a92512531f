// An analysis of orders: what it needs, and what comes of it.

import type { Kind } from '../../contract/report-types/report-type.ts';
import type { FoundRules } from '../changes/found-rules.ts';
import type { SegmentMembers } from '../changes/segment-changes.ts';
import type { Listed } from '../customer-lists/build-list.ts';
import type { Assigned } from '../effect/assigned.ts';
import type { Evidence } from '../recommendations/product-evidence.ts';

/** What is stored beside the body for later reports to compare with, by the type. */
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
  /** Of the audience that the request names; undefined: nobody. */
  readonly assigned?: Assigned | undefined;
}

export interface Analysis<K extends Kind> {
  readonly body: K['body'];
  readonly companion: CompanionOf<K> | undefined;
  /** What recommendations are computed from: of reports that are asked to serve them. */
  readonly evidence?: Evidence | undefined;
  /** What exports list all of the report's rules from, in pieces. Undefined for a type without rules. */
  readonly ruleSetFile?: (() => Iterable<Uint8Array> | undefined) | undefined;
  /** The file of its products' profiles, in pieces: of reports that are asked for them. */
  readonly profileFile?: (() => Iterable<Uint8Array>) | undefined;
  /** What the list of the report's customers is built from. Undefined for a type without them. */
  readonly customers?: (() => Listed) | undefined;
}
