// The languages that the console has texts in.
export type Language = 'en' | 'de';
