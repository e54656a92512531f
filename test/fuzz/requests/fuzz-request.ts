// A request as it is generated: whole, and the same in every run of a seed. Keys, and ids that only the run knows, are
// named here and filled in when it is sent.
import type { Operation } from '../../../src/contract/operation.ts';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import type { Schema } from './valid-values.ts';

// The ids that a run has come by, so that requests can name what is really there.
export const ID_KINDS = [
  'report',
  'import',
  'erasure',
  'schedule',
  'source',
  'export',
  'audience',
  'order',
  'foreign report',
  'foreign import',
  'foreign erasure',
  'foreign schedule',
  'foreign source',
  'foreign export',
  'foreign audience',
  'foreign order',
] as const;
export type IdOf = (typeof ID_KINDS)[number];

/** A part of a path: as it is, or the nth id that the run knows by then. */
export type PathPart = string | { readonly idOf: IdOf; readonly nth: number };

/** A ULID that nothing has. */
const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

export function createKnownIds() {
  const known = new Map<IdOf, string[]>();
  return {
    add(idOf: IdOf, id: string): void {
      const ids = known.get(idOf) ?? [];
      known.set(idOf, ids);
      ids.push(id);
    },
    /** The whole path, percent-encoding and all. */
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

/** `fast` and `other` may ask as often as they like, `slow` as often as the contract says; `free` has no API; `page`
 * has a publishable key. */
const CALLERS = ['fast', 'other', 'slow', 'free', 'page', 'revoked'] as const;
export type CallerName = (typeof CALLERS)[number];

export interface Authorization {
  readonly caller: CallerName;
  /** `{key}` stands for the caller's. */
  readonly text: string;
}

export interface FuzzRequest {
  /** `POST /reports`, or what else it is counted under. */
  readonly operation: string;
  readonly kind: Kind;
  readonly method: string;
  /** Below the base path, the query included. */
  readonly target: readonly PathPart[];
  readonly authorization: Authorization | undefined;
  /** Which loopback address it comes from: callers without a key are counted by theirs. */
  readonly address: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer | undefined;
  readonly pace: 'whole' | 'dribbled' | 'broken off';
}

// Every request that the API accepts, from the contract's registry: a new operation is fuzzed automatically.
export interface FuzzedOperation {
  /** `GET /reports/{id}` */
  readonly name: string;
  readonly method: string;
  /** Below the base path: literal parts, and the schemas of what its parameters stand for. */
  readonly path: readonly (string | Schema)[];
  readonly query: Schema | undefined;
  readonly body: Schema | undefined;
  /** How often it is asked beside the others: what answers the same to everyone is soon known. */
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
