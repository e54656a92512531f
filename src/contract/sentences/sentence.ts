// Defines sentences about the work of the service, for programs and other languages: a stable code and its parameters.
// The English sentence stands beside it. The tables that are named here are the only list of the codes; a language that
// lacks one does not compile (`Words`).
import type { BASKET_SENTENCES } from './basket-sentences.ts';
import type { COHORT_SENTENCES } from './cohort-sentences.ts';
import type { DUE_SENTENCES } from './due-sentences.ts';
import type { EFFECT_SENTENCES } from './effect-sentences.ts';
import type { FigureFormats } from './figures.ts';
import type { SEGMENT_SENTENCES } from './segment-sentences.ts';
import type { DELIVERY_SENTENCES, IMPORT_SENTENCES, WORK_SENTENCES } from './work-sentences.ts';

type Table = typeof BASKET_SENTENCES &
  typeof SEGMENT_SENTENCES &
  typeof COHORT_SENTENCES &
  typeof DUE_SENTENCES &
  typeof EFFECT_SENTENCES &
  typeof WORK_SENTENCES &
  typeof IMPORT_SENTENCES &
  typeof DELIVERY_SENTENCES;
export type SentenceCode = keyof Table;
type Nothing = Readonly<Record<never, never>>;
type ParamsOf = {
  readonly [C in SentenceCode]: [] extends Parameters<Table[C]> ? Nothing : Parameters<Table[C]>[0];
};

export type Sentence<C extends SentenceCode = SentenceCode> = {
  [K in C]: { readonly code: K; readonly params: ParamsOf[K] };
}[C];

type WordsOf<Code extends SentenceCode> = {
  readonly [C in Code]: (params: ParamsOf[C], figures: FigureFormats) => string;
};

/** A sentence for each code, in one language. */
export type Words = WordsOf<SentenceCode>;

/** A sentence of a stored report, written by this version, an earlier or a later one. */
export interface AnySentence {
  readonly code: string;
  readonly params: object;
}

export function say<C extends SentenceCode>(code: C, params: ParamsOf[C]): Sentence<C> {
  return { code, params };
}

export function writeSentence<C extends SentenceCode>(
  words: WordsOf<C>,
  { code, params }: Sentence<C>,
  figures: FigureFormats,
): string {
  return words[code](params, figures);
}

/**
 * Sentences of other versions can have unknown codes. A code never changes its parameters: changed ones get a new code.
 */
export function isKnown(words: Words, sentence: AnySentence): sentence is Sentence {
  return Object.hasOwn(words, sentence.code);
}
