// What a JSON text would cost to parse, found out in one pass over its bytes: the cost of JSON.parse follows the number of
// values and keys and the depth, and a text of 31 kB can decompress to ten million empty objects. Nothing is allocated.

export type ExcessiveJson = 'too many structural characters' | 'nested too deeply';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * `json`: UTF-8. Stops at the first excess; undefined when there is none. A text that isn't JSON gets some answer too:
 * until the place where the parser stops, the counts are right.
 */
export function excessOf(
  json: Uint8Array,
  { structuralCharacters, depth: maxDepth }: { structuralCharacters: number; depth: number },
): ExcessiveJson | undefined {
  let structural = 0;
  let depth = 0;
  for (let i = 0; i < json.length; i++) {
    switch (json[i]) {
      case QUOTE:
        // To the end of the string. Bytes of a character beyond ASCII are never a quote or a backslash.
        for (i++; i < json.length && json[i] !== QUOTE; i++) if (json[i] === BACKSLASH) i++;
        continue;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (++depth > maxDepth) return 'nested too deeply';
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--;
        continue;
      case COMMA:
      case COLON:
        break;
      default:
        continue;
    }
    if (++structural > structuralCharacters) return 'too many structural characters';
  }
  return undefined;
}
