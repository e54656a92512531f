// The language that the reader chooses.
import { describe, expect, it } from 'vitest';
import { chooseLanguage, language, texts } from '../../../console/app/words/language.ts';
import deAudiences from '../../../console/texts/de/audiences-de.json' with { type: 'json' };
import deCommon from '../../../console/texts/de/common.json' with { type: 'json' };
import deHome from '../../../console/texts/de/home.json' with { type: 'json' };
import deWork from '../../../console/texts/de/work.json' with { type: 'json' };
import audiences from '../../../console/texts/en/audiences.json' with { type: 'json' };
import en from '../../../console/texts/en/common.json' with { type: 'json' };
import home from '../../../console/texts/en/home.json' with { type: 'json' };
import work from '../../../console/texts/en/work.json' with { type: 'json' };

it('is the last that was chosen, not the last whose texts are loaded', async () => {
  const choices = [chooseLanguage('de'), chooseLanguage('en')];
  await Promise.all(choices);
  expect(language.value).toBe('en');
  expect(texts().settings).toBe(en.settings);
  await chooseLanguage('de');
  expect(language.value).toBe('de');
});

describe('each text', () => {
  const placesIn = (texts: object, path = ''): (readonly [string, readonly string[]])[] =>
    Object.entries(texts).flatMap(([name, text]) =>
      typeof text === 'string'
        ? [[`${path}${name}`, [...text.matchAll(/\{(\w+)/g)].map(([, place = '']) => place)] as const]
        : placesIn(text, `${path}${name}.`),
    );

  it.each([
    ['common', en, deCommon],
    ['home', home, deHome],
    ['work', work, deWork],
    ['audiences', audiences, deAudiences],
  ])('of %s has places in German for values that it has in English', (_, english, german) => {
    const values = new Map(placesIn(english));
    const foreign = placesIn(german).flatMap(([path, places]) =>
      places.filter((place) => !values.get(path)?.includes(place)).map((place) => `${path}: ${place}`),
    );
    expect(values.size).toBeGreaterThan(50);
    expect(foreign).toEqual([]);
  });
});
