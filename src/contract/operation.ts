// The description of an API operation, from which the gateway's routes, the OpenAPI document and the reference page are
// generated.
import type * as v from 'valibot';
import type { AnsweredCode } from './errors/error-codes.ts';
import type { RequestHeader, ResponseHeader } from './headers.ts';

/** Every path of an operation is below it. */
export const BASE_PATH = '/api/v1';

/** Version of the interface, which the path names as v1. */
export const API_VERSION = '1.0.0';

export type Tag =
  | 'Orders'
  | 'Reports'
  | 'Webhooks'
  | 'Events'
  | 'Datasets'
  | 'Recommendations'
  | 'Erasure'
  | 'Sources'
  | 'Keys'
  | 'Schedules'
  | 'Audiences'
  | 'Reference';

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below BASE_PATH. */
  readonly path: `/${string}`;
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** Needs no key; requests are counted by the caller's address. */
  readonly keyless?: true;
  /** Publishable keys may call it, from pages of their origins. */
  readonly publishable?: true;
  /** Only admin keys may call it; agents' tools never do. */
  readonly adminKeys?: true;
  readonly pathParameters?: ObjectOfFields;
  /** The last path parameter may hold slashes. */
  readonly greedy?: true;
  readonly query?: ObjectOfFields;
  readonly headers?: readonly RequestHeader[];
  readonly body?: v.GenericSchema;
  readonly answers: readonly AnswerSpec[];
}

/** An object schema, by its entries. */
export interface ObjectOfFields extends v.GenericSchema {
  readonly entries: v.ObjectEntries;
}

export interface AnswerSpec {
  readonly status: number;
  readonly description: string;
  /** Undefined if the response has no body. */
  readonly body?: v.GenericSchema;
  /** Default: JSON. */
  readonly mediaType?: 'text/html';
  /** On every such response. */
  readonly headers: readonly ResponseHeader[];
  /** Headers that only some responses have. */
  readonly maybeHeaders?: readonly ResponseHeader[];
  /** Codes of an error response. */
  readonly codes?: readonly AnsweredCode[];
  /** The name under which equal responses share one description. */
  readonly sharedAs?: string;
}

/** Returns the gateway's path of a route, such as `/api/v1/customers/{id+}`. */
export function toRoute({ path, greedy }: Operation): string {
  return `${BASE_PATH}${greedy ? path.replace(/\}$/, '+}') : path}`;
}
