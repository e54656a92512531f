// Draws any character of Unicode, like fast-check's own `binary`. That one builds a map of all 1.1 million of them in
// each process, 130 MB that each collection of garbage walks through again.
import fc from 'fast-check';

/** Code points below the surrogates, which are no characters on their own. */
const FIRST_SURROGATE = 0xd800;
const AFTER_SURROGATES = 0xe000;
const SURROGATES = AFTER_SURROGATES - FIRST_SURROGATE;

/** For `unit` of fc.string. */
export const CODE_POINT = fc
  .nat(0x10ffff - SURROGATES)
  .map((at) => String.fromCodePoint(at < FIRST_SURROGATE ? at : at + SURROGATES), findPlace);

function findPlace(text: unknown): number {
  const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
  if (point === undefined || text !== String.fromCodePoint(point) || isSurrogate(point))
    throw new Error(`expected one character, got ${JSON.stringify(text)}`);
  return point < FIRST_SURROGATE ? point : point - SURROGATES;
}

function isSurrogate(point: number): boolean {
  return point >= FIRST_SURROGATE && point < AFTER_SURROGATES;
}
