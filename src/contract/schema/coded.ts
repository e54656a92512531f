// Sentences beside their texts, by code with parameters: for programs, and for readers of other languages.
import * as v from 'valibot';
import { described } from './described.ts';

export const sentence = v.object({
  code: described(
    v.string(),
    'Code of the sentence. Stable; the sentences by code in the documentation list them. New ones may be added.',
    {
      examples: ['rows_without_customer'],
    },
  ),
  params: described(
    v.record(v.string(), v.unknown()),
    'The figures and names in the sentence: numbers, texts, lists of them, or null. Those of a code do not change; more may be added.',
    { examples: [{ rows: 12 }] },
  ),
});

export const codedSentences = (what: string) =>
  described(v.array(sentence), `The sentences of \`${what}\` by code.`);

/** `what`: the member that has the same as text, and may be missing or null. */
export function codedText(what: string) {
  return v.optional(codedSentences(what));
}

/** Sentences as one text, and by code. */
export const wordedFields = (description: string) => ({
  text: described(v.string(), description),
  text_coded: codedSentences('text'),
});
