// The languages that the console has texts in.
export type Language = 'en' | 'de';

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };
