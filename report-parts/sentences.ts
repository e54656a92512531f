// Texts of the service in the reader's language: from their codes and parameters, where these are known.
import type { Figures } from '../src/core/sentences/figures.ts';
import { type AnySentence, isKnown, type Words, written } from '../src/core/sentences/sentence.ts';
import { outsideNames, withIsolated } from './names.ts';

export type { Words };

/** `coded`: the sentences of the text; undefined in reports of earlier versions. */
export type Say = (text: string, coded: readonly AnySentence[] | undefined) => string;

/** In the service's own words, which are English. */
export const asWritten: Say = (text, coded = []) => withIsolated(text, namesIn(coded));

/** The same, with shares, days and amounts of the report's currency as the reader's locale writes them; names stay as they are. */
export function asWrittenWith(
  figures: Pick<Figures, 'day' | 'money'>,
  currency: string | null | undefined,
): Say {
  return (text, coded = []) => {
    // Without the parameters, nobody knows where a name is.
    if (coded.length === 0) return text;
    const names = namesIn(coded);
    const said = outsideNames(text, names, SHARE, (_, share) => `${share}%`);
    const dated = outsideNames(said, names, DAY, figures.day);
    if (!currency) return withIsolated(dated, names);
    const amount = new RegExp(`(-?[\\d,]*\\d(?:\\.\\d+)?) ${currency}(?![A-Za-z])`);
    const written = outsideNames(dated, names, amount, (_, shown) =>
      figures.money(Number(shown.replaceAll(',', ''))),
    );
    return withIsolated(written, names);
  };
}

const SHARE = /(\d) %/;
const DAY = /(?<!\d)\d{4}-\d\d-\d\d(?!\d)/;

/** A text with a code that is not known, as of a later version, stays as it is. */
export function sayIn(words: Words, figures: Figures): Say {
  return (text, coded = []) => {
    const sentences = coded.flatMap((one) => (isKnown(words, one) ? [written(words, one, figures)] : []));
    const said = sentences.length > 0 && sentences.length === coded.length ? sentences.join(' ') : text;
    return withIsolated(said, namesIn(coded));
  };
}

/** A list of texts, each with its sentence. */
export function saidEach(
  say: Say,
  texts: readonly string[],
  coded: readonly AnySentence[] | undefined,
): string[] {
  // Bodies that were stored in between may have fewer.
  if (coded?.length !== texts.length) return [...texts];
  return texts.map((text, at) => say(text, coded.slice(at, at + 1)));
}

/** All texts among the parameters of sentences. */
function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesIn) : [];
}
