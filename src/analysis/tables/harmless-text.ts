// Neutralises text from data that is shown or exported: removes characters that a terminal executes, or that hide or
// reverse text, and escapes formulas that a spreadsheet would run, whatever separates its cells.

/** C0 except tab and line ends, DEL and C1, and characters that change the direction of writing (Trojan Source). */
const OBEYED = /(?![\t\r\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/** Replaces each such character with U+FFFD, so that it stays visible. */
export function replaceControls(text: string): string {
  return text.replace(OBEYED, '\ufffd');
}

/**
 * Positions where a formula starts: at the beginning of a cell, or behind a character that starts a new cell in
 * spreadsheets that separate cells by semicolons or tabs (quotes do not protect a cell in the middle of such a line).
 * Spreadsheets run cells that begin with = + - @, some of them also after blanks, and East Asian ones in the full-width
 * and small forms of these characters. https://owasp.org/www-community/attacks/CSV_Injection
 */
const RUNS = String.raw`[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b]`;
const PASSED_OVER = String.raw`['"\p{Cf}]|[^\S\t\r\n]`;
const FORMULA = new RegExp(String.raw`(?<=^|[;\t\r\n])(?=(?:${PASSED_OVER})*${RUNS})`, 'gu');
const AFTER_SEMICOLON = new RegExp(`;(?=(?:${PASSED_OVER})*${RUNS})`, 'gu');

/**
 * A leading apostrophe makes it text. A text with an apostrophe already gets another, so that removing one of each
 * restores the exact text.
 */
export function escapeFormula(text: string): string {
  return text.replace(FORMULA, "'");
}

/** Formats text as a CSV cell that is harmless whether its reader separates cells by comma, semicolon or tab. */
export function formatCsvText(text: string): string {
  return quoteCell(escapeFormula(replaceControls(text)));
}

/** Matches nearly every JSON: the exact checks take several times as long. */
const UNSUSPICIOUS = /^[ -:<-~]*$/;

/** Formats JSON as a CSV cell with the same value. Its semicolons are the only separators that JSON does not escape. */
export function formatCsvJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (UNSUSPICIOUS.test(json)) return quoteCell(json);
  return quoteCell(replaceControls(json).replace(AFTER_SEMICOLON, String.raw`\u003b`));
}

function quoteCell(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats JSON in one line that a terminal can show: the same value, with those characters as escapes. */
export function formatJsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
