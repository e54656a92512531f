// Names of products and customers within other text. A name that is written from right to left, or that turns the
// direction of writing, would move the words and figures beside it: it is isolated from them by the characters that
// Unicode has for it. https://www.w3.org/International/questions/qa-bidi-unicode-controls

const [BEGIN, END] = ['\u2068', '\u2069'];

/** Right-to-left scripts, and what turns the direction. */
const TURNS =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates that begin and end within a name, as in a list of isolated names, and others, which would reach beyond it.
 */
const INNER = `${BEGIN}[^\u2066-\u2069]*${END}`;
const ISOLATES = new RegExp(`(${BEGIN}(?:[^\u2066-\u2069]|${INNER})*${END})|[\u2066-\u2069]`, 'g');

/** As it is where it cannot move anything. */
export function isolateName(name: string): string {
  return TURNS.test(name) ? `${BEGIN}${name.replace(ISOLATES, '$1')}${END}` : name;
}

export function joinIsolated(names: readonly string[], between = ' + '): string {
  return names.map(isolateName).join(between);
}

interface Sides {
  readonly antecedents: readonly string[];
  readonly consequents: readonly string[];
}

export function formatRule({ antecedents, consequents }: Sides): string {
  return `${joinIsolated(antecedents)} → ${joinIsolated(consequents)}`;
}

/**
 * A sentence, with each name isolated that stands in it; what is found outside of names becomes what `write` makes of
 * it.
 */
export function withIsolated(
  text: string,
  names: readonly string[],
  found?: string,
  write = (same: string): string => same,
): string {
  const any = [...new Set(names)]
    .filter((name) => name !== '' && (found !== undefined || TURNS.test(name)))
    // Match the longer of two names that begin alike.
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(SPECIAL, '\\$&'))
    .concat(found ?? []);
  if (any.length === 0) return text;
  return text.replace(new RegExp(any.join('|'), 'g'), (one) =>
    names.includes(one) ? isolateName(one) : write(one),
  );
}

const SPECIAL = /[\\^$.*+?()[\]{}|]/g;

/**
 * A text with values in place of `{name}`, names isolated from the words beside them. `{name|one|many}`: `one` where
 * the value is 1, which may have values of its own, as `many` may.
 */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text
    .replace(COUNTED, (_, name: string, one: string, many: string) => (values[name] === 1 ? one : many))
    .replace(PLACE, (place, name: string) => isolateName(String(values[name] ?? place)));
}

const COUNTED = /\{(\w+)\|([^|]*)\|((?:[^{}]|\{\w+\})*)\}/g;
const PLACE = /\{(\w+)\}/g;
