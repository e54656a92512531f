// Breaks a name into lines for a drawing.

/**
 * Lines of at most `columns` columns, at most `most` of them; what doesn't fit ends in an ellipsis. A column is as wide
 * as a common character.
 */
export function wrapText(text: string, columns: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && countColumns(last) + 1 + countColumns(word) <= columns)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const shown = lines
    .slice(0, most)
    .map((line) => (countColumns(line) > columns ? `${cut(line, columns - 1)}…` : line));
  const end = shown.at(-1);
  if (lines.length > most && end !== undefined && !end.endsWith('…'))
    shown[most - 1] = `${cut(end, columns - 1)}…`;
  return shown;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{RGI_Emoji}/v;

/** East Asian characters and pictures take two columns, the widest Latin ones one and a half. */
function countColumns(text: string): number {
  let columns = 0;
  for (const character of text)
    columns += WIDE.test(character) ? 2 : /[MWmw@%\u2014]/.test(character) ? 1.5 : 1;
  return columns;
}

function cut(text: string, columns: number): string {
  let kept = '';
  for (const character of text) {
    if (countColumns(kept + character) > columns) break;
    kept += character;
  }
  return kept;
}
