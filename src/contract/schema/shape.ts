// Types from schemas, so that a shape is written down once. Nothing here exists at run time.
import type * as v from 'valibot';

/** Readonly all the way down. */
type Frozen<T> = T extends readonly (infer E)[]
  ? readonly Frozen<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** What a value of the schema is, for code that only reads it. */
export type Shape<S extends v.GenericSchema> = Frozen<v.InferOutput<S>>;

/** `true` where both types are the same, member by member, and `never` otherwise. */
export type Same<A, B> =
  (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : never;

/** Compiles only where each pair is the same: `AllSame<[Same<A, B>, …]>`. */
export type AllSame<T extends readonly true[]> = T;

type Plain<T> = T extends readonly (infer E)[]
  ? readonly Plain<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Plain<T[K]> }
    : T;
