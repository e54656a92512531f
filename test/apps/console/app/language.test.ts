// Tests the reader's language, its locale, and the German texts.
import { describe, expect, it } from 'vitest';
import {
  chooseLanguage,
  findLocale,
  getTexts,
  language,
} from '../../../../apps/console/app/words/language.ts';
import deAudiences from '../../../../apps/console/texts/de/audiences-de.json' with { type: 'json' };
import deCommon from '../../../../apps/console/texts/de/common.json' with { type: 'json' };
import deFiles from '../../../../apps/console/texts/de/files-de.json' with { type: 'json' };
import deHome from '../../../../apps/console/texts/de/home.json' with { type: 'json' };
import deImports from '../../../../apps/console/texts/de/import.json' with { type: 'json' };
import deService from '../../../../apps/console/texts/de/service.json' with { type: 'json' };
import deWork from '../../../../apps/console/texts/de/work.json' with { type: 'json' };
import audiences from '../../../../apps/console/texts/en/audiences.json' with { type: 'json' };
import en from '../../../../apps/console/texts/en/common.json' with { type: 'json' };
import files from '../../../../apps/console/texts/en/files.json' with { type: 'json' };
import home from '../../../../apps/console/texts/en/home.json' with { type: 'json' };
import imports from '../../../../apps/console/texts/en/import.json' with { type: 'json' };
import work from '../../../../apps/console/texts/en/work.json' with { type: 'json' };
import {
  getDefinition,
  REPORT_TYPES,
  TEMPLATES,
} from '../../../../src/contract/report-types/report-types.ts';

it('the language is the last one chosen, even if another loads later', async () => {
  const choices = [chooseLanguage('de'), chooseLanguage('en')];
  await Promise.all(choices);
  expect(language.value).toBe('en');
  expect(getTexts().settings).toBe(en.settings);
  await chooseLanguage('de');
  expect(language.value).toBe('de');
});

describe('a text', () => {
  /** English has no texts of its own for most remarks. */
  const pickAsked = ({
    problem,
    question,
    choice,
    ask,
  }: Pick<typeof files, 'problem' | 'question' | 'choice' | 'ask'>) => ({
    problem,
    question,
    choice,
    ask,
  });
  const listPlaceholders = (texts: object, path = ''): (readonly [string, readonly string[]])[] =>
    Object.entries(texts).flatMap(([name, text]) =>
      typeof text === 'string'
        ? [[`${path}${name}`, [...text.matchAll(/\{(\w+)/g)].map(([, place = '']) => place)] as const]
        : listPlaceholders(text, `${path}${name}.`),
    );

  it.each([
    ['common', en, deCommon],
    ['home', home, deHome],
    ['import', imports, deImports],
    ['work', work, deWork],
    ['audiences', audiences, deAudiences],
    ['files', pickAsked(files), pickAsked(deFiles)],
  ])('has no placeholder in German that it lacks in English: %s', (_, english, german) => {
    const values = new Map(listPlaceholders(english));
    const foreign = listPlaceholders(german).flatMap(([path, places]) =>
      places.filter((place) => !values.get(path)?.includes(place)).map((place) => `${path}: ${place}`),
    );
    expect(values.size).toBeGreaterThan(40);
    expect(foreign).toEqual([]);
  });
});

it.each([
  [['de-CH', 'de', 'en'], 'de', 'de-CH'],
  [['de-CH', 'en-GB'], 'en', 'en-GB'],
  [['en-US@posix'], 'en', 'en'],
  [['en-US@posix', 'en-IE'], 'en', 'en-IE'],
  [['denmark', 'fr'], 'de', 'de'],
  [[], 'en', 'en'],
])(
  'findLocale finds, of the browser’s locales %j, in the language %s, the locale %s',
  (tags, language, expected) => {
    expect(findLocale(tags, language)).toBe(expected);
  },
);

it('every report name with a German translation is a name that the service gives', () => {
  const names = [
    ...REPORT_TYPES.map((type) => getDefinition(type).defaultName),
    ...Object.values(TEMPLATES).map(({ name }) => name),
  ];
  expect(Object.keys(deService.reportNames).length).toBeGreaterThan(REPORT_TYPES.length);
  expect(Object.keys(deService.reportNames).filter((name) => !names.includes(name))).toEqual([]);
});
