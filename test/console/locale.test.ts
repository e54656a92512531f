// The reader's locale, of those that the browser names.
import { expect, it } from 'vitest';
import { localeOf } from '../../console/app/locale.ts';
import { TYPE_TEXTS } from '../../console/texts/type-texts.ts';
import { definitionOf, REPORT_TYPES, TEMPLATES } from '../../src/report-types/report-types.ts';

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

it('has a German name for every report that nobody has named', () => {
  const names = [
    ...REPORT_TYPES.map((type) => definitionOf(type).defaultName),
    ...Object.values(TEMPLATES).map(({ name }) => name),
  ];
  expect(Object.keys(TYPE_TEXTS.de.defaultName).toSorted()).toEqual([...new Set(names)].toSorted());
});
