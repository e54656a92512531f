// Converts items of the tables to DynamoDB's attribute values, for bulk use: the document client walks every
// item several times. Omits members without a value, as createDocumentClient does.
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type Attributes = Readonly<Record<string, AttributeValue>>;

export function toAttributes(item: object): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(item)) {
    if (value === undefined) continue;
    if (name === '__proto__') defineOwn(attributes, name, toAttribute(value));
    else attributes[name] = toAttribute(value);
  }
  return attributes;
}

/** An assignment to `__proto__` would change the prototype, and the value would be lost. */
function defineOwn(attributes: object, name: string, value: AttributeValue): void {
  Object.defineProperty(attributes, name, { value, enumerable: true, writable: true, configurable: true });
}

/** Throws TypeError for values that the tables do not hold, such as NaN. */
function toAttribute(value: unknown): AttributeValue {
  switch (typeof value) {
    case 'string':
      return { S: value };
    case 'number':
      if (Number.isFinite(value)) return { N: String(value) };
      break;
    case 'boolean':
      return { BOOL: value };
    case 'object':
      if (Array.isArray(value)) return { L: value.map(toAttribute) };
      if (value instanceof Set && value.size > 0) return toSet([...value]);
      if (value !== null && Object.getPrototypeOf(value) === Object.prototype)
        return { M: toAttributes(value) };
  }
  throw new TypeError(`a ${typeof value} cannot be stored as an attribute`);
}

function toSet(members: unknown[]): AttributeValue {
  if (members.every((member) => typeof member === 'string')) return { SS: members };
  if (members.every(Number.isFinite)) return { NS: members.map(String) };
  throw new TypeError('a set holds texts or numbers');
}

/** The inverse of toAttributes. Undefined for an attribute of another type. */
export function toItem(attributes: Readonly<Record<string, AttributeValue>>): Record<string, unknown> {
  const item: Record<string, unknown> = {};
  for (const [name, attribute] of Object.entries(attributes)) item[name] = toMember(attribute);
  return item;
}

function toMember({ S, N, BOOL, L, M, SS, NS, NULL }: AttributeValue): unknown {
  if (S !== undefined) return S;
  if (N !== undefined) return Number(N);
  if (BOOL !== undefined) return BOOL;
  if (L !== undefined) return L.map(toMember);
  if (M !== undefined) return toItem(M);
  if (SS !== undefined) return new Set(SS);
  if (NS !== undefined) return new Set(NS.map(Number));
  return NULL === true ? null : undefined;
}

/**
 * Size of an item as DynamoDB counts it: names and values in UTF-8. Numbers count with all their digits,
 * which is an upper bound.
 */
export function computeItemBytes(item: Readonly<Record<string, AttributeValue>>): number {
  let bytes = 0;
  for (const name in item) bytes += Buffer.byteLength(name) + computeValueBytes(item[name]);
  return bytes;
}

/**
 * A list or a map has 3 bytes, and 1 for each member.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
function computeValueBytes(value: AttributeValue | undefined): number {
  if (value?.S !== undefined) return Buffer.byteLength(value.S);
  if (value?.N !== undefined) return value.N.length + 1;
  if (value?.L !== undefined) return value.L.reduce((sum, member) => sum + 1 + computeValueBytes(member), 3);
  if (value?.M !== undefined) return 3 + Object.keys(value.M).length + computeItemBytes(value.M);
  return 1;
}
