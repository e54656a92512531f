// The shape of a generated request, which is the same in every run with a seed. It refers to API keys and to ids of the
// run by name; the sender fills them in.
import type { Operation } from '../../../src/contract/operation.ts';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import type { Schema } from './valid-values.ts';

// Kinds of ids that a run collects from responses, so that requests can name existing items.
export const OWN_IDS = [
  'report',
  'import',
  'erasure',
  'schedule',
  'source',
  'export',
  'audience',
  'order',
  'endpoint',
  'destination',
  'key',
] as const;
export type OwnId = (typeof OWN_IDS)[number];
export type IdOf = OwnId | `foreign ${OwnId}`;
export const ID_KINDS: readonly IdOf[] = [...OWN_IDS, ...OWN_IDS.map((own): IdOf => `foreign ${own}`)];

/** The kind of id that a path parameter takes, by the literal text before it: `/reports/`. */
export function findIdOf(literal: string): OwnId | undefined {
  if (literal.endsWith('/hooks/')) return 'source';
  return OWN_IDS.find((own) => literal.endsWith(`/${own}s/`));
}

/** A part of a path: literal text, or the nth of the ids collected so far. */
export type PathPart = string | { readonly idOf: IdOf; readonly nth: number };

/** A ULID that no item has. */
const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

export function createKnownIds() {
  const known = new Map<IdOf, string[]>();
  return {
    add(idOf: IdOf, id: string): void {
      const ids = known.get(idOf) ?? [];
      known.set(idOf, ids);
      ids.push(id);
    },
    /** Joins the parts to a path and fills in ids; the parts are already percent-encoded. */
    fill: (parts: readonly PathPart[]): string =>
      parts
        .map((part) => {
          if (typeof part === 'string') return part;
          const ids = known.get(part.idOf) ?? [];
          return ids[part.nth % Math.max(1, ids.length)] ?? UNKNOWN;
        })
        .join(''),
  };
}
export type KnownIds = ReturnType<typeof createKnownIds>;

export type Kind = 'valid' | 'nearly valid' | 'hostile';

/**
 * `fast` and `other` have no rate limit, `slow` has that of the contract; the plan of `free` excludes the API; `page`
 * has a publishable key.
 */
const CALLERS = ['fast', 'other', 'slow', 'free', 'page', 'revoked'] as const;
export type CallerName = (typeof CALLERS)[number];

export interface Authorization {
  readonly caller: CallerName;
  /** `{key}` stands for the caller's API key. */
  readonly text: string;
}

export interface FuzzRequest {
  /** `POST /reports`, or another name under which the request is counted. */
  readonly operation: string;
  readonly kind: Kind;
  readonly method: string;
  /** The path below the base path, and the query. */
  readonly target: readonly PathPart[];
  readonly authorization: Authorization | undefined;
  /** Index of the loopback address of the sender, by which callers without a key are rate-limited. */
  readonly address: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
  readonly pace: 'whole' | 'dribbled' | 'broken off';
}

// Operations come from the contract's registry, so a new operation is fuzzed automatically.
export interface FuzzedOperation {
  /** `GET /reports/{id}` */
  readonly name: string;
  readonly method: string;
  /** The path below the base path: literal parts and the schemas of path parameters. */
  readonly path: readonly (string | Schema)[];
  readonly query: Schema | undefined;
  readonly body: Schema | undefined;
  /** Relative frequency, lower for keyless operations, whose responses hardly vary. */
  readonly weight: number;
}

export const FUZZED_OPERATIONS: readonly FuzzedOperation[] = OPERATIONS.map(
  ({ method, path, pathParameters, query, body, keyless }: Operation) => ({
    name: `${method} ${path}`,
    method,
    path: path.split(/(\{[^}]+\})/).map((part) => pathParameters?.entries[part.slice(1, -1)] ?? part),
    query,
    body,
    weight: keyless ? 1 : 6,
  }),
);
