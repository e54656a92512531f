// An analysis of orders: what it needs, and what comes of it.
import type { Listed } from '../core/customer-lists/build-list.ts';
import type { Assigned } from '../core/effect/assigned.ts';
import type { Evidence } from '../core/recommendations/product-evidence.ts';
import type { AnySentence } from '../core/sentences/sentence.ts';
import type { ReportSettings } from '../core/settings/settings.ts';

/** The types that go with one type of report. */
export interface Kind {
  /** `report_type` in requests and bodies. */
  readonly type: string;
  readonly settings: ReportSettings;
  /** The finished report without its envelope. */
  readonly body: AnyBody;
  /** What is stored beside the body for later reports to compare with. */
  readonly companion: unknown;
}

export interface AnyBody {
  readonly report_type: string;
  readonly changes: object | null;
  readonly warnings: readonly string[];
  readonly warnings_coded: readonly AnySentence[];
  /** What the asked-for figures do not depend on. */
  readonly notes: readonly string[];
  readonly notes_coded: readonly AnySentence[];
}

export interface AnalysisDeps {
  /** Of the audience that the request names; undefined: nobody. */
  readonly assigned?: Assigned | undefined;
}

export interface Analysis<K extends Kind> {
  readonly body: K['body'];
  readonly companion: K['companion'] | undefined;
  /** What recommendations are computed from: of reports that are asked to serve them. */
  readonly evidence?: Evidence | undefined;
  /** What exports list all of the report's rules from, in pieces. Undefined for a type without rules. */
  readonly ruleSetFile?: (() => Iterable<Uint8Array> | undefined) | undefined;
  /** The file of its products' profiles, in pieces: of reports that are asked for them. */
  readonly profileFile?: (() => Iterable<Uint8Array>) | undefined;
  /** What the list of the report's customers is built from. Undefined for a type without them. */
  readonly customers?: (() => Listed) | undefined;
}
