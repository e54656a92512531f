// What there is to say of a type of report: its definition, how it is computed, and how it is finished. Everything that
// handles reports (the workflow, the API's contract, the command line) goes through these: no other code asks which type a
// report has.
import type * as v from 'valibot';
import type { OrderColumns } from '../core/orders/columns.ts';
import type { CustomerScope, DateRange, ReportSettings } from '../core/settings/settings.ts';
import type { Cell, TableColumn } from '../core/tables/table.ts';
import type { Analysis, AnalysisDeps, Kind } from './analysis.ts';
import type { CustomerRows } from './customer-rows.ts';
import type { PartitionedAnalysis } from './partitioned.ts';

export type { Analysis, AnyBody, Kind } from './analysis.ts';

/** Rows of an export that stand in the report's body. */
export interface BodyTable<B> {
  readonly columns: readonly TableColumn[];
  rows(body: B): Iterable<readonly Cell[]>;
}

/** What there is to say of a type without analysing anything. */
export interface ReportTypeDefinition<K extends Kind> {
  readonly type: K['type'];
  /** Names of types and components begin with it: `MbaReport`. */
  readonly prefix: string;
  /** What it finds, in half a sentence. */
  readonly description: string;
  /** Where neither the request nor a template names the report. */
  readonly defaultName: string;
  readonly templates: Readonly<Record<string, Template<K['type']>>>;
  /** Members of a request's `params` that only this type has. */
  readonly params: v.ObjectEntries;
  /** `params`: the request's over the template's; members of other types are ignored. */
  settings(shared: ReportSettings, params: Readonly<Record<string, unknown>>): K['settings'];
  /** The effective settings as the body shows them. */
  echo(settings: K['settings']): object;

  /** Members of the body that can be long lists: `GET /reports/{id}?lists=false` leaves them empty. */
  readonly lists: readonly (keyof K['body'] & string)[];

  /** How its customers are listed; undefined for a type whose reports are not about customers. */
  readonly customers: CustomerRows | undefined;
  /** Its reports are about the audience in `params.audience_id`, which a request must name. */
  readonly ofAudience?: true;
  /** What can be exported of its reports: rules, customers, and what its tables are called. */
  readonly exports: readonly string[];
  /** Exports of what stands in the body. */
  readonly tables: Readonly<Record<string, BodyTable<K['body']>>>;
}

/** What the contract's document says of a type. */
export interface ReportTypeDocument {
  /** The finished report as GET /reports/{id} answers it. */
  readonly schema: v.GenericSchema;
  /** Parts of the schema that have a name in the OpenAPI document, with their descriptions. */
  readonly components: Readonly<Record<string, readonly [v.GenericSchema, string]>>;
}

/** How a type's reports are computed. */
export interface ReportTypeAnalysis<K extends Kind> {
  /** The days whose orders `analyse` looks at: others need not be in its columns. Undefined: all of the dataset's. */
  daysNeeded(settings: K['settings']): DateRange | undefined;
  analyse(columns: OrderColumns, settings: K['settings'], deps: AnalysisDeps): Analysis<K>;
  /** The same analysis of orders that one function does not hold. */
  readonly partitioned: PartitionedAnalysis<K>;
}

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

export interface Template<T extends string> {
  readonly reportType: T;
  readonly name: string;
  readonly customerScope: CustomerScope;
  /** What the report is for, in a sentence: insights begin with it. */
  readonly businessContext: string;
  /** Values for the type's own parameters. */
  readonly params?: Readonly<Record<string, unknown>>;
}

/** An analysis whose parts are read when they are needed. Undefined: never stored, or expired. */
export interface StoredAnalysis<K extends Kind> {
  body(): Promise<K['body'] | undefined>;
  companion(): Promise<K['companion'] | undefined>;
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
