// The lines of a stored order, from their JSON straight to places in dictionaries. What `packPart` writes most is read
// here, character by character; an order with anything else, such as an escape in a text, is parsed as JSON.
import type { CodedLines } from '../orders/coded-lines.ts';
import type { OrderLine } from '../orders/row.ts';
import type { TextPlaces } from '../orders/text-places.ts';
import { type PackedLine, parseLines } from './stored-order.ts';

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const [ZERO, NINE] = [48, 57];
const OPEN = 91;
const BACKSLASH = 92;
const CLOSE = 93;
const [BRACE, BRACE_END] = [123, 125];
/** An integer of so many digits is exact as a double, and so is its power of ten: their quotient is the nearest double. */
const EXACT_DIGITS = 15;
/** In place of a place: something that is not read here. */
const UNREAD = -1;

/** Appends the lines of PackedPart. */
export function scanLines(json: string, into: CodedLines): void {
  const start = into.count;
  if (new LineScanner(json, into).run()) return;
  into.count = start;
  for (const line of parseLines(json)) into.add(lineOf(line));
}

export function lineOf([name, sku, unitPrice, quantity, , customFields]: PackedLine): OrderLine {
  return { name: name ?? undefined, sku: sku ?? undefined, unitPrice, quantity, customFields };
}

class LineScanner {
  private at = 0;
  private readonly json: string;
  private readonly into: CodedLines;

  constructor(json: string, into: CodedLines) {
    this.json = json;
    this.into = into;
  }

  /** False where something was met that is not read here. */
  run(): boolean {
    const { json, into } = this;
    if (json === '[]') return true;
    do {
      if (json.charCodeAt(++this.at) !== OPEN) return false;
      this.at++;
      const name = this.text(into.nameTexts);
      if (name === UNREAD || json.charCodeAt(this.at++) !== COMMA) return false;
      const sku = this.text(into.skuTexts);
      if (sku === UNREAD || json.charCodeAt(this.at++) !== COMMA) return false;
      const unitPrice = this.number();
      if (json.charCodeAt(this.at++) !== COMMA) return false;
      const quantity = this.number();
      if (json.charCodeAt(this.at++) !== COMMA) return false;
      this.number();
      const custom = this.fields();
      if (custom === UNREAD || json.charCodeAt(this.at++) !== CLOSE) return false;
      into.put(name, sku, unitPrice, quantity, custom);
    } while (json.charCodeAt(this.at) === COMMA);
    return json.charCodeAt(this.at) === CLOSE && this.at === json.length - 1;
  }

  /** The place of a text, or null. */
  private text(texts: TextPlaces): number {
    const { json } = this;
    if (json.charCodeAt(this.at) !== QUOTE) {
      if (!json.startsWith('null', this.at)) return UNREAD;
      this.at += 4;
      return 0;
    }
    const start = ++this.at;
    let hash = 0;
    for (let at = start; ; at++) {
      const code = json.charCodeAt(at);
      if (code === QUOTE) {
        this.at = at + 1;
        return texts.placeIn(json, start, at, hash);
      }
      // NaN behind the end.
      if (code === BACKSLASH || !(code >= 0)) return UNREAD;
      hash = (Math.imul(hash, 31) + code) | 0;
    }
  }

  private number(): number {
    const { json } = this;
    const start = this.at;
    let at = start;
    const isNegative = json.charCodeAt(at) === MINUS;
    if (isNegative) at++;
    const first = at;
    let [value, scale] = [0, 0];
    let code = json.charCodeAt(at);
    for (; (code >= ZERO && code <= NINE) || (code === POINT && scale === 0); code = json.charCodeAt(++at)) {
      if (code === POINT) scale = 1;
      else {
        value = 10 * value + code - ZERO;
        scale *= 10;
      }
    }
    this.at = at;
    const isPlain = at > first && at - first <= EXACT_DIGITS && isEnd(code);
    if (isPlain) return (isNegative ? -value : value) / (scale || 1);
    while (at < json.length && !isEnd(json.charCodeAt(at))) at++;
    this.at = at;
    return JSON.parse(json.slice(start, at));
  }

  /** The place of the custom fields, if there are any, and past the imports of a line's fields. */
  private fields(): number {
    const { json, into } = this;
    if (json.charCodeAt(this.at) !== COMMA) return 0;
    const start = this.at + 1;
    if (json.charCodeAt(start) !== BRACE) return UNREAD;
    let isText = false;
    let at = start;
    for (let code = BRACE; isText || code !== BRACE_END; code = json.charCodeAt(at)) {
      at++;
      if (code === QUOTE) isText = !isText;
      else if (code === BACKSLASH) at++;
      else if (!(code >= 0)) return UNREAD;
    }
    const found = json.slice(start, ++at);
    // The imports of the line's fields.
    this.at = json.charCodeAt(at) === COMMA ? json.indexOf(']', at) + 1 : at;
    return into.customTexts.find(found) ?? into.customTexts.place(JSON.stringify(JSON.parse(found)));
  }
}

function isEnd(code: number): boolean {
  return code === COMMA || code === CLOSE;
}
