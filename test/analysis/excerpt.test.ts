// Excerpts of texts for messages.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { excerpt } from '../../src/contract/excerpt.ts';
import { CODE_POINT } from '../../tools/harness/random/code-points.ts';

it('excerpt returns a short printable text unchanged', () => {
  expect(excerpt('orders[3].quantité 😀', 40)).toBe('orders[3].quantité 😀');
});

it('excerpt cuts a long text, even within a surrogate pair, and replaces control characters', () => {
  expect(excerpt('abcdef', 4)).toBe('abc…');
  expect(excerpt('ab😀def', 4)).toBe('ab\ufffd…');
  expect(excerpt('a\0\r\n\u001b[31m\u202e\u2028\ud800', 40)).toBe(
    'a\ufffd\ufffd\ufffd\ufffd[31m\ufffd\ufffd\ufffd',
  );
});

it('excerpt returns at most the given length without control characters or lone surrogates for any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: CODE_POINT, maxLength: 30 }),
      fc.integer({ min: 1, max: 30 }),
      (text, most) => {
        const shown = excerpt(text, most);
        expect(shown.length).toBeLessThanOrEqual(most);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown).not.toMatch(/\p{Cc}/u);
      },
    ),
  );
});
