// The reader's locale, of those that the browser names.
import { expect, it } from 'vitest';
import { localeOf } from '../../console/app/locale.ts';

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
