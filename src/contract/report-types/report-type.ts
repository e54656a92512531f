// Defines a type of report without its analysis. All code that handles requests and bodies uses such a definition: no
// other code depends on the type of a report.
import type * as v from 'valibot';
import type { AnySentence } from '../sentences/sentence.ts';
import type { CustomerScope, ReportSettings } from '../settings/settings.ts';
import type { CustomerRows } from './customer-rows.ts';
import type { Cell, TableColumn } from './table.ts';

/** The types that go with one type of report. */
export interface Kind {
  /** `report_type` in requests and bodies. */
  readonly type: string;
  readonly settings: ReportSettings;
  /** The finished report without its envelope. */
  readonly body: AnyBody;
}

export interface AnyBody {
  readonly report_type: string;
  readonly changes: object | null;
  readonly warnings: readonly string[];
  readonly warnings_coded: readonly AnySentence[];
  /** Remarks that the requested figures do not depend on. */
  readonly notes: readonly string[];
  readonly notes_coded: readonly AnySentence[];
}

/** Rows of an export that stand in the report's body. */
export interface BodyTable<B> {
  readonly columns: readonly TableColumn[];
  rows(body: B): Iterable<readonly Cell[]>;
}

/** Describes a type without loading its analysis. */
export interface ReportTypeDefinition<K extends Kind> {
  readonly type: K['type'];
  /** Names of types and components begin with it: `MbaReport`. */
  readonly prefix: string;
  /** Result of the type, in half a sentence. */
  readonly description: string;
  /** Name if neither the request nor a template has one. */
  readonly defaultName: string;
  readonly templates: Readonly<Record<string, ReportTemplate<K['type']>>>;
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
  /** Exports of its reports: rules, customers, and the names of its tables. */
  readonly exports: readonly string[];
  /** Exports of what stands in the body. */
  readonly tables: Readonly<Record<string, BodyTable<K['body']>>>;
}

/** Parts of the OpenAPI document about a type. */
export interface ReportTypeDocument {
  /** The finished report as GET /reports/{id} answers it. */
  readonly schema: v.GenericSchema;
  /** Parts of the schema that have a name in the OpenAPI document, with their descriptions. */
  readonly components: Readonly<Record<string, readonly [v.GenericSchema, string]>>;
}

export interface ReportTemplate<T extends string> {
  readonly reportType: T;
  readonly name: string;
  readonly customerScope: CustomerScope;
  /** Purpose of the report, in a sentence: insights begin with it. */
  readonly businessContext: string;
  /** Values for the type's own parameters. */
  readonly params?: Readonly<Record<string, unknown>>;
}
