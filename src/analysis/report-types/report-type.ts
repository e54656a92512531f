// Defines how the figures of a type of report become the body that a client reads.

import type * as v from 'valibot';
import type { Kind } from '../../contract/report-types/report-type.ts';
import type { CompanionOf } from './analysis.ts';

/** The steps from computed figures to the body that a client reads. */
export interface ReportTypeFinish<K extends Kind> {
  /** Undefined if the earlier report has nothing left to compare with. */
  compare(
    comparedWith: ComparedReport,
    earlier: StoredAnalysis<K>,
    later: StoredAnalysis<K>,
  ): Promise<K['body']['changes'] | undefined>;
  /** The body with its changes, and with insights by fixed rules. */
  describe(body: K['body'], changes: K['body']['changes'], settings: K['settings']): K['body'];
  /**
   * Rewrites the insights by rules with a language model's choice and order. Rejects if its answer breaks a rule.
   * Missing if there is nothing to choose.
   */
  choose?(body: K['body'], settings: K['settings'], ask: AskModel): Promise<K['body']>;
  /** Cuts the body to at most `maxBytes` in transit, envelope included, with a warning if something was left out. */
  fit(body: K['body'], maxBytes: number): K['body'];
}

/** The earlier report, in the form of `changes.compared_with`. */
interface ComparedReport {
  readonly report_id: string;
  readonly created_at: string;
  readonly reference_date: string | null;
}

/** An analysis whose parts are read on demand. Undefined: never stored, or expired. */
export interface StoredAnalysis<K extends Kind> {
  body(): Promise<K['body'] | undefined>;
  companion(): Promise<CompanionOf<K> | undefined>;
}

/** Encodes the companion that is stored beside the body for comparison by later reports. */
export interface CompanionFormat<C> {
  pack(companion: C): Uint8Array;
  /** Throws for bytes that `pack` did not write. */
  unpack(packed: Uint8Array): C;
  /**
   * Removes the customers of these hashes; returns the same object if none of them is in it. Missing if a companion has
   * no customers.
   */
  without?(companion: C, customers: ReadonlySet<bigint>): C;
}

/** Sends figures, as JSON, to the model. Rejects unless the answer fits the schema. */
export type AskModel = <S extends v.GenericSchema>(
  facts: string,
  answer: S,
) => Promise<{
  readonly answer: v.InferOutput<S>;
  /** Value of `generated_by`. */
  readonly generatedBy: string;
}>;
