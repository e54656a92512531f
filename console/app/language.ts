// The reader's language, of those that the console has, and numbers, days and amounts in the reader's locale.

import { batch, computed, signal } from '@preact/signals';
import { isolating } from '../../report-parts/names.ts';
import { currencyDecimals } from '../../src/core/money/currency.ts';
import { keysOf } from '../../src/schema/keys.ts';
import { en, type Texts } from '../texts/en.ts';
import { LANGUAGE_NAMES, type Language, type Translation } from '../texts/languages.ts';
import { TYPE_TEXTS } from '../texts/type-texts.ts';
import { localeOf } from './locale.ts';

type AllTexts = Texts & (typeof TYPE_TEXTS)[Language];

const STORED = 'order-analytics-language';

export const language = signal<Language>(chosen() ?? preferred());
/** Of the chosen language; undefined for English. */
const translation = signal<Translation | undefined>(undefined);

const LOADERS: Readonly<Record<Language, () => Promise<Translation | undefined>>> = {
  en: async () => undefined,
  de: async () => (await import('../texts/german.ts')).german,
};

/** Loads the texts of the reader's language, before anything is drawn. Without them, it is English. */
export async function loadLanguage(): Promise<void> {
  try {
    translation.value = await LOADERS[language.value]();
  } catch {
    language.value = 'en';
  }
}

const all = computed<AllTexts>(() =>
  isolating({ ...(translated()?.common ?? en), ...TYPE_TEXTS[language.value] }),
);

/** The texts in the reader's language. */
export function texts(): AllTexts {
  return all.value;
}

/** Undefined: English. */
export function translated(): Translation | undefined {
  return translation.value;
}

/** Rejects where the texts can't be loaded: the language then stays as it is. */
export async function chooseLanguage(name: Language): Promise<void> {
  const found = await LOADERS[name]();
  batch(() => {
    translation.value = found;
    language.value = name;
  });
  try {
    localStorage.setItem(STORED, name);
  } catch {
    // Storage may be switched off: the choice then ends with the page.
  }
}

function chosen(): Language | undefined {
  try {
    return known(localStorage.getItem(STORED) ?? '');
  } catch {
    return undefined;
  }
}

function preferred(): Language {
  return (
    navigator.languages.map((tag) => known(tag.slice(0, 2))).find((found) => found !== undefined) ?? 'en'
  );
}

/** `name`: as a browser or a choice has it. */
export function known(name: string): Language | undefined {
  return keysOf(LANGUAGE_NAMES).find((language) => language === name);
}

function locale(): string {
  return localeOf(navigator.languages, language.value);
}

/** By language and kind: making one takes longer than formatting a screen of rows with it. */
const formats = new Map<string, Intl.NumberFormat>();

/** `kind` tells these options from all others. */
function formatOf(kind: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const readers = locale();
  const name = `${readers} ${kind}`;
  const known = formats.get(name);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(readers, options);
  formats.set(name, made);
  return made;
}

export function number(value: number, fractionDigits = 0): string {
  return formatOf(`${fractionDigits}`, fixed(fractionDigits)).format(value);
}

function fixed(digits: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

/** With its sign, unless it is 0. */
export function signed(value: number): string {
  return formatOf('signed', { signDisplay: 'exceptZero' }).format(value);
}

/** `share`: 0 to 1. */
export function percent(share: number, fractionDigits = 1): string {
  return formatOf(`% ${fractionDigits}`, { style: 'percent', ...fixed(fractionDigits) }).format(share);
}

/** `currency`: an ISO 4217 code; without one, the number alone. */
export function money(value: number, currency: string | null | undefined): string {
  if (currency === null || currency === undefined) return number(value, 2);
  return formatOf(currency, { style: 'currency', currency, ...fixed(currencyDecimals(currency)) }).format(
    value,
  );
}

/** `date`: YYYY-MM-DD, which is a day wherever the reader is. */
export function day(date: string): string {
  return new Date(`${date.slice(0, 10)}T00:00:00Z`).toLocaleDateString(locale(), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
}

/** The days of two instants, as a range, in a time zone. */
export function daysBetween(first: string, last: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone }).formatRange(
    new Date(first),
    new Date(last),
  );
}

/** In the reader's own time zone. */
export function time(instant: string): string {
  return new Date(instant).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });
}
