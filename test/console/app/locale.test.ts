// The reader's locale, of those that the browser names.
import { expect, it } from 'vitest';
import { localeOf } from '../../../console/app/words/language.ts';
import { REPORT_NAMES_DE } from '../../../report-parts/german/report-names.ts';
import { definitionOf, REPORT_TYPES, TEMPLATES } from '../../../src/report-types/report-types.ts';

it.each([
  [['de-CH', 'de', 'en'], 'de', 'de-CH'],
  [['de-CH', 'en-GB'], 'en', 'en-GB'],
  [['en-US@posix'], 'en', 'en'],
  [['en-US@posix', 'en-IE'], 'en', 'en-IE'],
  [['denmark', 'fr'], 'de', 'de'],
  [[], 'en', 'en'],
])('of %j in %s is %s', (tags, language, expected) => {
  expect(localeOf(tags, language)).toBe(expected);
});

it('has German names for reports that nobody has named, of no other than the service gives', () => {
  const names = [
    ...REPORT_TYPES.map((type) => definitionOf(type).defaultName),
    ...Object.values(TEMPLATES).map(({ name }) => name),
  ];
  expect(Object.keys(REPORT_NAMES_DE).length).toBeGreaterThan(REPORT_TYPES.length);
  expect(Object.keys(REPORT_NAMES_DE).filter((name) => !names.includes(name))).toEqual([]);
});
