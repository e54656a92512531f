// Descriptions of schemas: what a field means, its unit and limits, an example. The OpenAPI document, and with it the
// reference page, says of a field what stands here.
import * as v from 'valibot';

export interface Keywords<T> {
  readonly examples?: readonly T[];
  /** For a check that has another name in JSON Schema than in valibot. */
  readonly format?: 'date' | 'date-time' | 'uri';
  readonly pattern?: string;
  /** A default that is filled in after parsing. */
  readonly default?: T;
}

export function described<S extends v.GenericSchema>(
  schema: S,
  description: string,
  keywords: Keywords<v.InferInput<S>> = {},
) {
  return v.pipe(schema, v.metadata({ description, ...keywords }));
}

/** Describes a member that may be missing. */
export function optionally<S extends v.GenericSchema>(
  schema: S,
  description: string,
  keywords: Keywords<v.InferInput<S>> = {},
) {
  return v.optional(described(schema, description, keywords));
}
