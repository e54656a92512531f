// Types from schemas, so that a shape is written down once. Nothing here exists at run time.
import type * as v from 'valibot';

/** Readonly all the way down. */
type Frozen<T> = T extends readonly (infer E)[]
  ? readonly Frozen<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** Type of a value of the schema, for code that only reads it. */
export type Shape<S extends v.GenericSchema> = Frozen<v.InferOutput<S>>;
