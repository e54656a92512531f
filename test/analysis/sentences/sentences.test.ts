// Every sentence of the service in English and in German.
import { describe, expect, it } from 'vitest';
import { WORDS_DE } from '../../../packages/report-parts/german/words.ts';
import { sayAsWritten, sayEach, sayIn } from '../../../packages/report-parts/sentences.ts';
import { asText } from '../../../src/contract/sentences/english.ts';
import type { SentenceCode } from '../../../src/contract/sentences/sentence.ts';
import { FORBIDDEN, findLongSentences } from '../../apps/console/harness/merchant-words.ts';
import { findEnglishWords, GERMAN_FIGURES } from './german.ts';
import { CODES, getSample } from './samples.ts';

/** Notes, and how forecasts did: a reader opens them by “How sure is this?”. */
const BEHIND_THE_CONTROL: readonly SentenceCode[] = [
  ...(['recommendations_by_cosine', 'recommendations_tested', 'next_orders_tested'] as const),
  ...(['forecast_errors', 'rules_tried', 'list_in_order_of', 'effect_any_day'] as const),
];

const inGerman = sayIn(WORDS_DE, GERMAN_FIGURES);

describe('the sentence of each code', () => {
  it.each(CODES)('%s is complete in both languages and contains its figures', (code) => {
    const sentence = getSample(code);
    const english = asText([sentence], 'EUR');
    const german = inGerman('', [sentence]);
    for (const text of [english, german]) {
      expect(text).toMatch(/^\S.*[.!)“”\w]$/s);
      expect(text).not.toMatch(/undefined|NaN|\[object|null| {2}|Infinity/);
    }
    expect(german).not.toBe(english);
    expect(findEnglishWords(german)).toEqual([]);
    // Parameters must be plain JSON, because they are stored and sent.
    expect(JSON.parse(JSON.stringify(sentence))).toEqual(sentence);
  });

  it.each(CODES)('%s has at most 20 words', (code) => {
    const sentence = getSample(code);
    expect(findLongSentences(asText([sentence], 'EUR'))).toEqual([]);
    expect(findLongSentences(inGerman('', [sentence]))).toEqual([]);
  });

  it.each(CODES.filter((code) => !BEHIND_THE_CONTROL.includes(code)))(
    '%s is in a merchant’s words',
    (code) => {
      const sentence = getSample(code);
      for (const text of [asText([sentence], 'EUR'), inGerman('', [sentence])])
        expect(text).not.toMatch(FORBIDDEN);
    },
  );

  it('contains figures in the format of the language', () => {
    const sentence = [getSample('segment_of_many')];
    expect(asText(sentence, 'EUR')).toContain('(averages 2.6 and 1,674.55 EUR)');
    expect(inGerman('', sentence)).toContain('(im Durchschnitt 2,6 und 1.674,55\u00A0€)');
  });
});

describe('a stored text', () => {
  it('is returned unchanged if a code is unknown or missing', () => {
    const later = { code: 'of_a_later_version', params: {} };
    expect(inGerman('As it is.', [getSample('no_baskets'), later])).toBe('As it is.');
    expect(inGerman('As it is.', undefined)).toBe('As it is.');
    expect(sayAsWritten('As it is.', [getSample('no_baskets')])).toBe('As it is.');
    expect(inGerman('As it is.', [{ code: 'toString', params: {} }])).toBe('As it is.');
  });

  it('is replaced by its sentence in a list, unless the list has more texts than sentences', () => {
    const coded = [getSample('no_baskets')];
    expect(sayEach(inGerman, ['One.'], coded)).toEqual([inGerman('', coded)]);
    expect(sayEach(inGerman, ['One.', 'Two.'], coded)).toEqual(['One.', 'Two.']);
  });
});
