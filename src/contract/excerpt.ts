// Shortens a caller's text for messages: one line without control characters.

/** Controls, lone surrogates, and what breaks lines or turns the direction of writing. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** At most `maxLength` UTF-16 units; unprintable characters become U+FFFD, and omitted text an ellipsis. */
export function excerpt(text: string, maxLength: number): string {
  const shown = text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
  return shown.replace(UNPRINTABLE, '\ufffd');
}
