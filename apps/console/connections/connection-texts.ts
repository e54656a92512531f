// Holds the texts of the views of connected shops.
import { createViewTexts } from '../app/words/language.ts';
import english from '../texts/en/connections.json' with { type: 'json' };
import type { ConnectionTexts } from '../texts/languages.ts';

export const getConnectionTexts = createViewTexts<ConnectionTexts>(
  english,
  async () => (await import('../texts/de/connections-de.json', { with: { type: 'json' } })).default,
);
