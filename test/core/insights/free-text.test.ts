// What a language model may write between slots, against a corpus of attempts to write more.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../../src/core/insights/free-text.ts';

const corpus = (file: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'data', file), 'utf8'));
const refused = v.parse(v.array(v.tuple([v.string(), v.string()])), corpus('refused-texts.json'));
const plain = v.parse(v.array(v.string()), corpus('plain-texts.json'));

describe('free text', () => {
  it.each(plain)('may be %j', (text) => {
    expect(refusalOf(text)).toBeUndefined();
  });

  it.each(refused)('is refused for %s: %j', (_, text) => {
    expect(refusalOf(text)).toBeTypeOf('string');
  });

  it.each(refused)('is refused among plain words, too (%s): %j', (_, text) => {
    expect(refusalOf(`They come back ${text} and stay`)).toBeTypeOf('string');
  });
});

describe('any character', () => {
  const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

  it('that is a digit, invisible, of another script or a symbol is refused wherever it stands', () => {
    const dangerous = codePoint.filter((character) => !/^[A-Za-zÀ-ÖØ-öø-ž ,;:.!?'’"“”()-]$/u.test(character));
    fc.assert(
      fc.property(fc.constantFrom(...plain), fc.nat(), dangerous, (text, at, character) => {
        const place = at % (text.length + 1);
        expect(refusalOf(text.slice(0, place) + character + text.slice(place))).toBeTypeOf('string');
      }),
      { numRuns: 3_000 },
    );
  });

  it('of every digit and invisible character of Unicode', () => {
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      if (/[\p{N}\p{C}]/u.test(character) && refusalOf(`so${character}so`) === undefined)
        throw new Error(`U+${code.toString(16)} passes`);
    }
  });
});
