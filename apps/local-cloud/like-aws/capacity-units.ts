// Computes read and write units of DynamoDB's wire format: 1 KB a write unit, 4 KB a read unit, rounded up by item.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html

interface Attribute {
  readonly [type: string]: unknown;
}
export type Item = Readonly<Record<string, Attribute>>;

export function writeUnits(item: Item | undefined): number {
  return Math.max(1, Math.ceil(countItemBytes(item ?? {}) / 1_024));
}

export function readUnits(item: Item | undefined): number {
  return Math.max(1, Math.ceil(countItemBytes(item ?? {}) / 4_096));
}

/** A query rounds up the sum of its items. */
export function queryUnits(items: readonly Item[]): number {
  return Math.max(1, Math.ceil(items.reduce((sum, item) => sum + countItemBytes(item), 0) / 4_096));
}

function countItemBytes(item: Item): number {
  return Object.entries(item).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + countValueBytes(value),
    0,
  );
}

/** Strings as UTF-8; numbers about one byte per two digits; lists and maps three bytes plus one per member. */
function countValueBytes(value: Attribute): number {
  const [type, content] = Object.entries(value)[0] ?? ['NULL', true];
  if (type === 'S') return Buffer.byteLength(String(content));
  if (type === 'N') return Math.ceil(String(content).length / 2) + 1;
  if (Array.isArray(content)) {
    return content.reduce(
      (sum, one) => sum + 1 + (typeof one === 'object' ? countValueBytes(one) : String(one).length),
      3,
    );
  }
  if (type === 'M' && typeof content === 'object' && content !== null) {
    return Object.entries(content).reduce(
      (sum, [name, one]) => sum + 1 + name.length + countValueBytes(one),
      3,
    );
  }
  return 1;
}
