// Text from data that is shown or exported: without characters that a terminal obeys, that hide or turn around what is
// written, or that a spreadsheet runs as a formula.

/** C0 but for tab and line ends, DEL and C1, and what turns the direction of writing (Trojan Source). */
const OBEYED = /(?![\t\r\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/** Each such character becomes U+FFFD, so that it is seen that there was one. */
export function harmless(text: string): string {
  return text.replace(OBEYED, '\ufffd');
}

/**
 * Spreadsheets run what begins with = + - @, some of them also after blanks, and East Asian ones in the full-width and
 * small forms of these characters. https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/u;

/** A leading apostrophe makes it text. */
export function noFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** JSON in one line that a terminal can show: the same value, with those characters as escapes. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
