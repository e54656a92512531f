// JSON Schema as TypeScript, for as much of it as the contract uses. Anything else is an error, not `any`.
import type { JsonSchema } from '@valibot/to-json-schema';

/** What is sent may be readonly and may name a member without giving it a value; what is received is the reader's own. */
export type Direction = 'request' | 'response';

/** `schema`: of a named type. `base`: a named type with some of its members, which are not declared again. */
export function declare(
  name: string,
  schema: JsonSchema,
  direction: Direction,
  base?: { readonly name: string; readonly schema: JsonSchema },
): string {
  const body = typeOf(base === undefined ? schema : without(schema, base.schema), direction, name);
  // An interface would not be assignable to the service's own types, whose answers may have further members.
  const declared =
    direction === 'request' && body.startsWith('{') && body.endsWith('}') && schema.anyOf === undefined;
  const type = base === undefined ? body : `${base.name} & ${body}`;
  return `${comment(schema)}export ${declared ? `interface ${name} ${body}` : `type ${name} = ${type};`}`;
}

/** The members that all have, required by all or by none. */
export function membersInCommon([first = {}, ...others]: readonly JsonSchema[]): JsonSchema {
  const asText = (schema: JsonSchema, name: string) =>
    JSON.stringify([schema.properties?.[name], isRequired(schema, name)]);
  const properties = Object.entries(first.properties ?? {}).filter(([name]) =>
    others.every((other) => asText(other, name) === asText(first, name)),
  );
  return { type: 'object', properties: Object.fromEntries(properties), required: first.required ?? [] };
}

function without(schema: JsonSchema, { properties = {} }: JsonSchema): JsonSchema {
  const left = Object.entries(schema.properties ?? {}).filter(([name]) => !Object.hasOwn(properties, name));
  return { ...schema, properties: Object.fromEntries(left) };
}

function isRequired({ required }: JsonSchema, name: string): boolean {
  return required?.includes(name) === true;
}

function typeOf(schema: JsonSchema, direction: Direction, path: string): string {
  if (schema.$ref !== undefined) return schema.$ref.replace('#/$defs/', '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) {
    return alternatives.map((one) => typeOf(objectOf(one, path), direction, path)).join(' | ');
  }
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return arrayOf(schema, direction, path);
    case 'object':
      return membersOf(schema, direction, path);
    default:
      throw new Error(`${path}: no TypeScript for ${JSON.stringify(schema)}`);
  }
}

function arrayOf(schema: JsonSchema, direction: Direction, path: string): string {
  const { items } = schema;
  if (Array.isArray(items)) throw new Error(`${path}: tuples are not known here`);
  const item = typeOf(objectOf(items, path), direction, `${path}[]`);
  return direction === 'request' ? `ReadonlyArray<${item}>` : `Array<${item}>`;
}

/** Members that are not named may come as well: a reader that knows none of them need not see them. */
function membersOf(schema: JsonSchema, direction: Direction, path: string): string {
  const properties = Object.entries(schema.properties ?? {});
  const { additionalProperties } = schema;
  if (properties.length === 0 && isSchema(additionalProperties)) {
    const value = typeOf(additionalProperties, direction, `${path}[]`);
    return direction === 'request' ? `Readonly<Record<string, ${value}>>` : `Record<string, ${value}>`;
  }
  if (properties.length === 0) return 'Record<string, unknown>';
  const members = properties.map(([name, member]) => {
    const isOptional = !isRequired(schema, name);
    const described = objectOf(member, `${path}.${name}`);
    const type = typeOf(described, direction, `${path}.${name}`);
    const left = `${comment(described)}${direction === 'request' ? 'readonly ' : ''}${keyOf(name)}`;
    if (!isOptional) return `${left}: ${type};`;
    return direction === 'request' ? `${left}?: ${type} | undefined;` : `${left}?: ${type};`;
  });
  return `{\n${[...members, ...openMembers(schema, direction, path)].join('\n')}\n}`;
}

/** Only the parameters `custom:<key>` of a query: a response may have members that a reader need not know. */
function openMembers({ additionalProperties }: JsonSchema, direction: Direction, path: string): string[] {
  if (direction !== 'request' || !isSchema(additionalProperties)) return [];
  const type = typeOf(additionalProperties, direction, `${path}[]`);
  return [`${comment(additionalProperties)}readonly [field: \`custom:\${string}\`]: ${type} | undefined;`];
}

function keyOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}

function objectOf(schema: JsonSchema | boolean | undefined, path: string): JsonSchema {
  if (!isSchema(schema)) throw new Error(`${path}: expected a schema, got ${String(schema)}`);
  return schema;
}

/** `{}` says no more of further members than that there may be some. */
function isSchema(schema: JsonSchema | boolean | undefined): schema is JsonSchema {
  return typeof schema === 'object' && Object.keys(schema).length > 0;
}

function comment({ description, default: fallback }: JsonSchema): string {
  const sentences = [
    ...(description === undefined ? [] : [description]),
    ...(fallback === undefined ? [] : [`Default: ${JSON.stringify(fallback)}.`]),
  ];
  if (sentences.length === 0) return '';
  return `/** ${sentences.join(' ').replaceAll('*/', '*∕')} */\n`;
}
