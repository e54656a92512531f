// Declares the functions of semver that are used; it ships no types.
declare module 'semver/functions/compare.js' {
  /** Returns -1, 0 or 1. Throws a TypeError for a text that is not a version. */
  export default function compare(a: string, b: string, options: { readonly loose: boolean }): -1 | 0 | 1;
}
