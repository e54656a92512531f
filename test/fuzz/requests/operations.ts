// Every request that the API accepts, from the contract's registry: a new operation is fuzzed automatically.
import type { Operation } from '../../../src/contract/operation.ts';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import type { Schema } from './schema-shape.ts';

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
