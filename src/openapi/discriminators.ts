// Where a schema is one of several objects that differ in a constant (report_type, code), the document says so: generated
// clients then choose the type by that member instead of trying one after the other.
import * as v from 'valibot';
import type { JsonObject } from './parts.ts';

const references = v.pipe(v.array(v.strictObject({ $ref: v.string() })), v.minLength(2));
const union = v.union([v.looseObject({ anyOf: references }), v.looseObject({ oneOf: references })]);
const objectSchema = v.looseObject({
  required: v.array(v.string()),
  properties: v.record(v.string(), v.unknown()),
});
const constant = v.looseObject({ const: v.string() });
const container = v.looseObject({
  components: v.looseObject({ schemas: v.record(v.string(), v.unknown()) }),
});

/** The document with `oneOf` and a discriminator in the place of every such `anyOf` or `oneOf`. */
export function withDiscriminators(document: JsonObject): JsonObject {
  const { schemas } = v.parse(container, document).components;

  function discriminatorOf(refs: readonly string[]) {
    const options = refs.map((ref) => constantsOf(schemas[ref.slice(ref.lastIndexOf('/') + 1)]));
    const propertyName = [...(options[0]?.keys() ?? [])].find(
      (name) => new Set(options.map((constants) => constants.get(name) ?? '')).size === refs.length,
    );
    if (propertyName === undefined || options.some((constants) => !constants.has(propertyName)))
      return undefined;
    const mapping = refs.map((ref, i) => [options[i]?.get(propertyName), ref]);
    return { propertyName, mapping: Object.fromEntries(mapping) };
  }

  function rewritten(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(rewritten);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, rewritten(member)]),
    );
    if (!v.is(union, value)) return members;
    const options = 'anyOf' in value ? value.anyOf : value.oneOf;
    const discriminator = discriminatorOf(v.parse(references, options).map(({ $ref }) => $ref));
    if (discriminator === undefined) return members;
    const { anyOf = members.oneOf, ...rest } = members;
    return { ...rest, oneOf: anyOf, discriminator };
  }

  return v.parse(v.record(v.string(), v.unknown()), rewritten(document));
}

/** Required members that are always the same text. */
function constantsOf(schema: unknown): Map<string, string> {
  if (!v.is(objectSchema, schema)) return new Map();
  const { required, properties } = schema;
  const found = required.flatMap((name): [string, string][] => {
    const member = properties[name];
    return v.is(constant, member) ? [[name, member.const]] : [];
  });
  return new Map(found);
}
