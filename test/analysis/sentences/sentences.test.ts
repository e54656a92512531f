// Every sentence that the service can say: in English and in German.
import { describe, expect, it } from 'vitest';
import { WORDS_DE } from '../../../packages/report-parts/german/words.ts';
import { sayAsWritten, sayEach, sayIn } from '../../../packages/report-parts/sentences.ts';
import { asText } from '../../../src/contract/sentences/english.ts';
import { englishLeftIn, GERMAN_FIGURES } from './german.ts';
import { CODES, sampleOf } from './samples.ts';

const inGerman = sayIn(WORDS_DE, GERMAN_FIGURES);

describe('each code', () => {
  it.each(CODES)('%s is a sentence in both languages, with its figures', (code) => {
    const sentence = sampleOf(code);
    const english = asText([sentence], 'EUR');
    const german = inGerman('', [sentence]);
    for (const text of [english, german]) {
      expect(text).toMatch(/^\S.*[.!)“”\w]$/s);
      expect(text).not.toMatch(/undefined|NaN|\[object|null| {2}|Infinity/);
    }
    expect(german).not.toBe(english);
    expect(englishLeftIn(german)).toEqual([]);
    // Its parameters are plain JSON: they are stored, and travel.
    expect(JSON.parse(JSON.stringify(sentence))).toEqual(sentence);
  });

  it('has figures in the way of the language', () => {
    const sentence = [sampleOf('segment_of_many')];
    expect(asText(sentence, 'EUR')).toContain('(means 2.6 and 1,674.55 EUR)');
    expect(inGerman('', sentence)).toContain('(Mittel 2,6 und 1.674,55\u00A0€)');
  });
});

describe('a text', () => {
  it('stays as it is where a code is not known, or where there is none', () => {
    const later = { code: 'of_a_later_version', params: {} };
    expect(inGerman('As it is.', [sampleOf('no_baskets'), later])).toBe('As it is.');
    expect(inGerman('As it is.', undefined)).toBe('As it is.');
    expect(sayAsWritten('As it is.', [sampleOf('no_baskets')])).toBe('As it is.');
    expect(inGerman('As it is.', [{ code: 'toString', params: {} }])).toBe('As it is.');
  });

  it('of a list has its own sentence, unless the list has more texts than sentences', () => {
    const coded = [sampleOf('no_baskets')];
    expect(sayEach(inGerman, ['One.'], coded)).toEqual([inGerman('', coded)]);
    expect(sayEach(inGerman, ['One.', 'Two.'], coded)).toEqual(['One.', 'Two.']);
  });
});
