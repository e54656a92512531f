// The words of merchants' views: expressions of statistics and of the API that stand behind "How sure is this?" only,
// the length of sentences, and the verbs with which buttons begin.
import type { Page } from 'playwright-core';

/** In a text of either language. */
export const FORBIDDEN =
  /\bp ?[<=]|p-value|p-Wert|corrected|korrigiert|NBD|\bk = \d|Kaplan|log-?rank|confidence interval|Konfidenzintervall|\bFM ?\d|(?<!\p{L})R \d\b|beyond chance|by chance\b|ages counted on|GET \/|whsec_|varian[cz]|back-?test|Rückrechnung|Zhang|cosine|Kosinus|\bsupport\b|\bconfidence\b|Konfidenz|\blift\b|redundan|\bmedian\b|\/ mean\b|\/ Mittel\b|\d ?% interval|-%-Intervall|itemset|quadratisch|root mean/iu;

/** Words of a sentence at most. */
const MOST_WORDS = 20;

/** Returns the sentences of a text with placeholders that are too long. */
export function findLongSentences(text: string): string[] {
  const filled = text.replaceAll(/\{(\w+)\|([^|}]*)\|([^}]*)\}/g, '$3').replaceAll(/\{\w+\}/g, 'x');
  return filled
    .split(/(?<=[.!?:;])\s/)
    .filter((sentence) => (sentence.match(/\S*\p{L}\S*|\S*\d\S*/gu) ?? []).length > MOST_WORDS);
}

/** First words of buttons. "I have …" would be a statement. */
const VERBS = new Set(
  `Add Analyse Ask Begin Cancel Change Check Choose Clear Close Compare Connect Continue Copy Create Delete Discard Download Erase
  Export Filter Hide Import Invite Keep Leave Load Measure Open Pause Place Plan Put Refresh Reload Remove Rename Renew Replace
  Request Resume Revoke Run Save Sell Send Show Treat Try Undo Update Use Write`.split(/\s+/),
);

export function isVerb(word: string): boolean {
  return VERBS.has(word);
}

/** True if a German label is an infinitive, or ends in one: nouns are capitalised. */
export function endsInInfinitive(label: string): boolean {
  return /(?:^\p{Lu}|\s\p{Ll})\p{Ll}*(?:en|ern|eln)$/u.test(label);
}

/** Lists expressions and buttons of the page that a merchant would not understand. */
export async function findForeignWords(page: Page): Promise<string[]> {
  const { lang, text, buttons } = await page.evaluate<Seen>(SEEN);
  const found = text.split('\n').filter((line) => FORBIDDEN.test(line));
  const labels = buttons.filter((label) =>
    lang === 'en' ? !isVerb(label.split(/\s/)[0] ?? '') : !endsInInfinitive(label),
  );
  return [
    ...found.map((line) => `not a merchant's words: ${line.slice(0, 120)}`),
    ...labels.map((label) => `a button without a verb: ${label}`),
  ];
}

interface Seen {
  readonly lang: string;
  readonly text: string;
  readonly buttons: readonly string[];
}

/** Buttons that act: others are names of rows, areas, answers and ranges. */
const SEEN = `(() => {
  const main = document.querySelector('main') ?? document.body;
  let text = main.innerText;
  for (const kept of main.querySelectorAll('details.sure, pre, code')) text = text.replace(kept.innerText, '');
  const buttons = [...main.querySelectorAll('button.main, button[type=submit], a.button, .buttons > *, .live button')]
    .filter((button) => button.checkVisibility() && button.closest('.hidden') === null)
    .map((button) => button.innerText.trim()).filter((label) => /^\\p{Lu}/u.test(label));
  return { lang: document.documentElement.lang.slice(0, 2) || 'en', text, buttons };
})()`;
