// Describes the parts of the OpenAPI document that the reference needs.
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Reference {
  readonly $ref?: string;
}

export interface Parameter extends Reference {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Content {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;
}

export interface DocumentedResponse extends Reference {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly description?: string }>>;
  readonly content?: Readonly<Record<string, Content>>;
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly description?: string;
    readonly content: Readonly<Record<string, Content>>;
  };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
  readonly security?: readonly unknown[];
}

type Path = Readonly<Record<string, DocumentedOperation>>;

export interface ApiDocument {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Path>>;
  readonly webhooks: Readonly<Record<string, { readonly $ref: string }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, DocumentedResponse>>;
    readonly pathItems: Readonly<Record<string, Path>>;
  };
}

/** Resolves a `$ref` among the document's parts of its kind; returns anything else unchanged. */
export function resolveReference<T extends Reference>(value: T, among: Readonly<Record<string, T>>): T {
  if (value.$ref === undefined) return value;
  const found = among[parseReferenceName(value.$ref)];
  if (found === undefined) throw new Error(`${value.$ref} is not in the document`);
  return found;
}

export const parseReferenceName = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

export interface DocumentedCall {
  readonly method: string;
  readonly path: string;
  readonly operation: DocumentedOperation;
}

/** Lists operations in the document's order, then the events that the service sends. */
export function listCalls(document: ApiDocument): {
  readonly calls: DocumentedCall[];
  readonly events: DocumentedCall[];
} {
  const calls = Object.entries(document.paths).flatMap(([path, item]) => listCallsAt(path, item));
  const events = Object.entries(document.webhooks).flatMap(([name, { $ref }]) =>
    listCallsAt(name, document.components.pathItems[parseReferenceName($ref)] ?? {}),
  );
  return { calls, events };
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

function listCallsAt(path: string, item: Path): DocumentedCall[] {
  return Object.entries(item)
    .filter(([method]) => METHODS.has(method))
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation }));
}
