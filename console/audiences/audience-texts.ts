// What the view of audiences says.
import { textsOfView } from '../app/words/language.ts';
import { type AudienceTexts, audiencesEn } from '../texts/en/audiences.ts';

export const audienceTexts = textsOfView<AudienceTexts>(
  audiencesEn,
  async () => (await import('../texts/de/audiences-de.ts')).audiencesDe,
);
