// What is used of semver, which ships no types.
declare module 'semver/functions/compare.js' {
  /** -1, 0 or 1. Throws a TypeError for what is not a version. */
  export default function compare(a: string, b: string, options: { readonly loose: boolean }): -1 | 0 | 1;
}
