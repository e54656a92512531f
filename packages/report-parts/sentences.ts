// Texts of the service in the reader's language: from their codes and parameters, where these are known.
import type { FigureFormats } from '../../src/contract/sentences/figures.ts';
import {
  type AnySentence,
  isKnown,
  type Words,
  writeSentence,
} from '../../src/contract/sentences/sentence.ts';
import { withIsolated } from './names.ts';

export type { Words };

/** `coded`: the sentences of the text; undefined where a text has none. */
export type SaySentences = (text: string, coded: readonly AnySentence[] | undefined) => string;

/** Keeps the service's own sentences, which are English. */
export const sayAsWritten: SaySentences = (text, coded = []) => withIsolated(text, collectNames(coded));

/**
 * The same, with shares, days and amounts of the report's currency as the reader's locale writes them; names stay as
 * they are.
 */
export function createSayAsWritten(
  figures: Pick<FigureFormats, 'day' | 'money'>,
  currency: string | null | undefined,
): SaySentences {
  const found = `\\d %|${DAY}${currency ? `|-?[\\d,]*\\d(?:\\.\\d+)? ${currency}(?![A-Za-z])` : ''}`;
  const write = (one: string): string => {
    if (one.endsWith('%')) return one.replace(' ', '');
    if (one.endsWith(`${currency}`)) return figures.money(Number.parseFloat(one.replaceAll(',', '')));
    return figures.day(one);
  };
  // Names are found by the parameters; without these, return the text unchanged.
  return (text, coded = []) => {
    const names = collectNames(coded).filter((name) => !IS_DAY.test(name));
    return coded.length === 0 ? text : withIsolated(text, names, found, write);
  };
}

const IS_DAY = /^\d{4}-\d\d-\d\d$/;
const DAY = '(?<!\\d)\\d{4}-\\d\\d-\\d\\d(?!\\d)';

/** A text with a code that is not known, as of a later version, stays as it is. */
export function sayIn(words: Words, figures: FigureFormats): SaySentences {
  return (text, coded = []) => {
    const sentences = coded.flatMap((one) =>
      isKnown(words, one) ? [writeSentence(words, one, figures)] : [],
    );
    const said = sentences.length > 0 && sentences.length === coded.length ? sentences.join(' ') : text;
    return withIsolated(said, collectNames(coded));
  };
}

/** A list of texts, each with its sentence. */
export function sayEach(
  say: SaySentences,
  texts: readonly string[],
  coded: readonly AnySentence[] | undefined,
): string[] {
  // Bodies that were stored in between may have fewer.
  if (coded?.length !== texts.length) return [...texts];
  return texts.map((text, at) => say(text, coded.slice(at, at + 1)));
}

/** All texts among the parameters of sentences. */
function collectNames(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectNames) : [];
}
