// Holds the texts of the view of audiences.
import { createViewTexts } from '../app/words/language.ts';
import english from '../texts/en/audiences.json' with { type: 'json' };
import type { AudienceTexts } from '../texts/languages.ts';

export const audienceTexts = createViewTexts<AudienceTexts>(
  english,
  async () => (await import('../texts/de/audiences-de.json', { with: { type: 'json' } })).default,
);
