// What there is to say of an operation of the API. Everything that speaks of operations is made of such descriptions:
// the routes of the gateway, the OpenAPI document, the reference page.
import type * as v from 'valibot';
import type { AnsweredCode } from './error-codes.ts';
import type { RequestHeader, ResponseHeader } from './headers.ts';

/** Every path of an operation is below it. */
export const BASE_PATH = '/api/v1';

export type Tag = 'Orders' | 'Reports' | 'Datasets' | 'Erasure' | 'Reference';

export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below BASE_PATH. */
  readonly path: `/${string}`;
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** Answers without a key; counted by the caller's address. */
  readonly keyless?: true;
  readonly pathParameters?: ObjectOfFields;
  /** The last path parameter may hold slashes. */
  readonly greedy?: true;
  readonly query?: ObjectOfFields;
  readonly headers?: readonly RequestHeader[];
  readonly body?: v.GenericSchema;
  readonly answers: readonly Answer[];
}

/** An object schema, by its entries. */
export interface ObjectOfFields extends v.GenericSchema {
  readonly entries: v.ObjectEntries;
}

export interface Answer {
  readonly status: number;
  readonly description: string;
  /** None: the answer has no body. */
  readonly body?: v.GenericSchema;
  /** JSON unless told. */
  readonly mediaType?: 'text/html';
  /** On every such answer. */
  readonly headers: readonly ResponseHeader[];
  /** On some. */
  readonly maybeHeaders?: readonly ResponseHeader[];
  /** For an error: its codes. */
  readonly codes?: readonly AnsweredCode[];
  /** The name under which answers that are alike share one description. */
  readonly sharedAs?: string;
}

/** As the gateway names it: `DELETE /api/v1/customers/{id+}`. */
export function routeOf({ path, greedy }: Operation): string {
  return `${BASE_PATH}${greedy ? path.replace(/\}$/, '+}') : path}`;
}
