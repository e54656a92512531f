// Holds the reader's language, and formats numbers, days and amounts in the reader's locale.
import { batch, computed, effect, signal } from '@preact/signals';
import { createFormatter } from '../../../../packages/report-parts/figures.ts';
import { getKeys } from '../../../../src/contract/schema/keys.ts';
import en from '../../texts/en/common.json' with { type: 'json' };
import { LANGUAGE_NAMES, type Language, type Texts, type Translation } from '../../texts/languages.ts';

const STORED = 'order-analytics-language';

export const language = signal<Language>(readChosen() ?? findPreferred());
/** Texts of the chosen language; undefined for English. */
const translation = signal<Translation | undefined>(undefined);

const LOADERS: Readonly<Record<Language, () => Promise<Translation | undefined>>> = {
  en: async () => undefined,
  de: async () => (await import('../../texts/de/german.ts')).german,
};

/** Loads the texts of the reader's language before anything is drawn. If that fails, the page is in English. */
export async function loadLanguage(): Promise<void> {
  try {
    translation.value = await LOADERS[language.value]();
  } catch {
    language.value = 'en';
  }
}

const all = computed<Texts>(() => getTranslated()?.common ?? en);

/** Returns the texts in the reader's language. */
export function getTexts(): Texts {
  return all.value;
}

/** Undefined for English. */
export function getTranslated(): Translation | undefined {
  return translation.value;
}

/** Creates the texts of one view. German texts are a script of their own; if it fails to load, they are English. */
export function createViewTexts<T extends object>(english: T, inGerman: () => Promise<T>): () => T {
  const german = signal<T | undefined>(undefined);
  effect(() => {
    if (language.value !== 'de' || german.peek() !== undefined) return;
    inGerman().then(
      (found) => {
        german.value = found;
      },
      () => undefined,
    );
  });
  const all = computed(() => (language.value === 'de' ? german.value : undefined) ?? english);
  return () => all.value;
}

let wanted = language.value;

/** Rejects if the texts can't be loaded: the language then stays. The last choice counts, not the last to load. */
export async function chooseLanguage(name: Language): Promise<void> {
  wanted = name;
  const found = await LOADERS[name]();
  if (wanted !== name) return;
  batch(() => {
    translation.value = found;
    language.value = name;
  });
  try {
    localStorage.setItem(STORED, name);
  } catch {
    // Storage may be disabled: the choice then ends with the page.
  }
}

function readChosen(): Language | undefined {
  try {
    return findLanguage(localStorage.getItem(STORED) ?? '');
  } catch {
    return undefined;
  }
}

function findPreferred(): Language {
  return (
    navigator.languages.map((tag) => findLanguage(tag.slice(0, 2))).find((found) => found !== undefined) ??
    'en'
  );
}

/** `name`: a tag of the browser or of a choice. */
export function findLanguage(name: string): Language | undefined {
  return getKeys(LANGUAGE_NAMES).find((language) => language === name);
}

const figures = computed(() => createFormatter(findLocale(navigator.languages, language.value)));

export function formatNumber(value: number, fractionDigits?: number): string {
  return figures.value.number(value, fractionDigits);
}

export function formatSpan(value: number, unit: 'month' | 'year'): string {
  return figures.value.span(value, unit);
}

/** Uses few characters, for axes. */
export function formatCompact(value: number): string {
  return figures.value.compact(value);
}

/** `share`: 0 to 1. */
export function formatPercent(share: number, fractionDigits?: number): string {
  return figures.value.percent(share, fractionDigits);
}

/** Formats a number, or a share as a percentage, with its sign. */
export function formatSigned(value: number, style: 'decimal' | 'percent' = 'decimal'): string {
  return figures.value.signed(value, style);
}

/** `currency`: an ISO 4217 code; without one, returns the number alone. */
export function formatMoney(value: number, currency: string | null | undefined): string {
  return figures.value.money(value, currency);
}

/** Formats a month such as 2011-11; returns other periods unchanged. */
export function formatMonth(name: string): string {
  return figures.value.month(name);
}

/** `date`: YYYY-MM-DD, the same day in any time zone. */
export function formatDay(date: string): string {
  return figures.value.day(date);
}

/** The same without its year, for axes. */
export function formatDayOfYear(date: string): string {
  return figures.value.dayOfYear(date);
}

/** Formats the days of two instants as a range, in a time zone. */
export function formatDays(first: string, last: string, timeZone: string): string {
  return figures.value.daysBetween(first, last, timeZone);
}

/** `time`: HH:MM of any time zone's clock. */
export function formatClock(time: string): string {
  return figures.value.clock(time);
}

/** Uses the reader's own time zone. */
export function time(instant: string): string {
  return figures.value.time(instant);
}

// Finds the locale in which numbers and dates are shown: the reader's own, in the language of the texts.
/** `tags`: the browser's list, which may contain tags that no formatter accepts, such as en-US@posix. */
export function findLocale(tags: readonly string[], language: string): string {
  return tags.find((tag) => tag.split('-')[0] === language && isLocale(tag)) ?? language;
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
