// Why rows of an import failed. Receipts and letters keep the text alone, as it travels; its code follows from it.

import { createEnglishFigures } from './figures.ts';
import { type Sentence, say, writeSentence } from './sentence.ts';
import { IMPORT_SENTENCES } from './work-sentences.ts';

export type ImportSentence = Sentence<keyof typeof IMPORT_SENTENCES>;

const FIXED = [
  say('order_without_items', {}),
  say('item_without_product', {}),
  say('row_over_storage_cap', {}),
  say('order_erased', {}),
  say('chunk_too_large', {}),
  say('chunk_not_applied', {}),
  say('chunk_lost', {}),
  say('chunk_not_queued', {}),
  say('chunk_unnamed', {}),
  say('message_not_json', {}),
] as const;
type FixedReason = (typeof FIXED)[number]['code'];

const BY_TEXT: ReadonlyMap<string, ImportSentence> = new Map(
  FIXED.map((one) => [formatImportSentences([one]), one]),
);

/** Writes the reason as receipts and dead letters store it. */
export function formatReason(code: FixedReason): string {
  return IMPORT_SENTENCES[code]();
}

/** An error has no code but its own words. */
export function findReason(text: string): ImportSentence {
  return BY_TEXT.get(text) ?? say('rows_failed_by_error', { message: text });
}

/** Its sentences have no amounts. */
export function formatImportSentences(sentences: readonly ImportSentence[]): string {
  const figures = createEnglishFigures(undefined);
  return sentences.map((one) => writeSentence(IMPORT_SENTENCES, one, figures)).join(' ');
}
