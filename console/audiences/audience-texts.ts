// What the view of audiences says.
import { textsOfView } from '../app/language.ts';
import { type AudienceTexts, audiencesEn } from '../texts/audiences-en.ts';

export const audienceTexts = textsOfView<AudienceTexts>(
  audiencesEn,
  async () => (await import('../texts/audiences-de.ts')).audiencesDe,
);
