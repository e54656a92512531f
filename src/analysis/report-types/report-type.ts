// How the figures of a type of report become the body that a client reads.

import type * as v from 'valibot';
import type { Kind } from '../../contract/report-types/report-type.ts';
import type { CompanionOf } from './analysis.ts';

/** How computed figures become the body that a client reads. */
export interface ReportTypeFinish<K extends Kind> {
  /** Undefined where the earlier report has nothing left to compare with. */
  compare(
    comparedWith: ComparedReport,
    earlier: StoredAnalysis<K>,
    later: StoredAnalysis<K>,
  ): Promise<K['body']['changes'] | undefined>;
  /** The body with its changes, and with insights by fixed rules. */
  describe(body: K['body'], changes: K['body']['changes'], settings: K['settings']): K['body'];
  /**
   * The insights by rules, of a language model's choice and in its order. Rejects when its answer breaks a rule.
   * Missing: there is nothing to choose.
   */
  choose?(body: K['body'], settings: K['settings'], ask: AskModel): Promise<K['body']>;
  /** The body cut to at most `maxBytes` as it travels, envelope included, with a warning where something was left out. */
  fit(body: K['body'], maxBytes: number): K['body'];
}

/** The earlier report, as `changes.compared_with` names it. */
interface ComparedReport {
  readonly report_id: string;
  readonly created_at: string;
  readonly reference_date: string | null;
}

/** An analysis whose parts are read when they are needed. Undefined: never stored, or expired. */
export interface StoredAnalysis<K extends Kind> {
  body(): Promise<K['body'] | undefined>;
  companion(): Promise<CompanionOf<K> | undefined>;
}

/** What is stored beside the body for later reports to compare with. */
export interface CompanionFormat<C> {
  pack(companion: C): Uint8Array;
  /** Throws for bytes that `pack` did not produce. */
  unpack(packed: Uint8Array): C;
  /** Without the customers of these hashes; the same object where none of them is in it. Missing: it names nobody. */
  without?(companion: C, customers: ReadonlySet<bigint>): C;
}

/** Sends figures, as JSON, to the model. Rejects unless the answer fits the schema. */
export type AskModel = <S extends v.GenericSchema>(
  facts: string,
  answer: S,
) => Promise<{
  readonly answer: v.InferOutput<S>;
  /** For `generated_by`. */
  readonly generatedBy: string;
}>;
