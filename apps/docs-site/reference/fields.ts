// Formats schemas as tables of fields: nested objects by dotted paths, named schemas as links.
import type { ApiDocument, Schema } from './document.ts';
import { parseReferenceName } from './document.ts';

/** Returns the path of a named schema's page, from the page that names it. */
export type SchemaPlace = (name: string) => string;

/** Makes text safe in a cell or paragraph: no tag, no column, no template of the site's generator. */
export function toPlainLine(text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ').trim();
  return line
    .split(/(`[^`]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : escapeHtml(part)))
    .join('')
    .replaceAll('|', '\\|');
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('{', '&#123;');

export const asJson = (value: unknown): string =>
  `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;

/** Describes the type in words: `string or null`, `array of LineItem`. */
export function describeType(schema: Schema, place: SchemaPlace): string {
  if (schema.$ref !== undefined)
    return `[${parseReferenceName(schema.$ref)}](${place(parseReferenceName(schema.$ref))})`;
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined)
    return [...new Set(variants.map((one) => describeType(one, place)))].join(' or ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  const types = [schema.type ?? 'any'].flat();
  return types
    .map((type) => {
      if (type === 'array' && schema.items !== undefined)
        return `array of ${describeType(schema.items, place)}`;
      if (type === 'object' && typeof schema.additionalProperties === 'object')
        return `map of ${describeType(schema.additionalProperties, place)}`;
      return type === 'string' && schema.format !== undefined ? schema.format : type;
    })
    .join(' or ');
}

/** Describes what a schema's description may omit: values, bounds and the default. */
function describeBounds({
  enum: values,
  minimum,
  maximum,
  maxItems,
  default: preset,
  items,
  description = '',
}: Schema): string {
  const of = (values ?? items?.enum)?.filter((value) => value !== null);
  const parts = [
    of === undefined ? '' : `One of ${of.map((value) => `\`${value}\``).join(', ')}.`,
    minimum !== undefined && minimum !== 0 && Math.abs(minimum) < 1e9 ? `Minimum ${minimum}.` : '',
    maximum !== undefined && Math.abs(maximum) < 1e9 ? `Maximum ${maximum}.` : '',
    maxItems === undefined ? '' : `At most ${maxItems} entries.`,
    preset === undefined || description.includes('Default') ? '' : `Default \`${JSON.stringify(preset)}\`.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function describe(schema: Schema): string {
  return [toPlainLine(schema.description ?? ''), toPlainLine(describeBounds(schema))]
    .filter((part) => part !== '')
    .join(' ');
}

/** Formats the fields of an object without a page of its own; `[]` marks the members of an array. */
function formatFields(schema: Schema, place: SchemaPlace, path = ''): string[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const at = `${path}${name}`;
    const row = `| \`${at}\` | ${describeType(field, place)}${required.has(name) ? ', required' : ''} | ${describe(field)} |`;
    const nested = field.properties === undefined ? field.items : field;
    const within = nested?.properties === undefined ? undefined : nested;
    const mark = within === field ? '.' : '[].';
    return within === undefined ? [row] : [row, ...formatFields(within, place, `${at}${mark}`)];
  });
}

/** Formats the schema's description and table, or its alternatives. */
export function formatSchema(schema: Schema, place: SchemaPlace): string {
  const rows = [schema, ...(schema.allOf ?? [])].flatMap((one) => formatFields(one, place));
  const kind = rows.length > 0 ? '' : `Type: ${describeType(schema, place)}.`;
  const table =
    rows.length === 0 ? '' : `| field | type | meaning |\n| --- | --- | --- |\n${rows.join('\n')}`;
  const about = rows.length > 0 ? toPlainLine(schema.description ?? '') : describe(schema);
  return [about, kind, table].filter((part) => part !== '').join('\n\n');
}

/** Collects the named schemas that a schema leads to, itself first, in the order of first mention. */
export function collectSchemaNames(
  document: ApiDocument,
  schema: Schema,
  found = new Set<string>(),
): Set<string> {
  if (schema.$ref !== undefined) {
    const name = parseReferenceName(schema.$ref);
    if (found.has(name)) return found;
    const target = document.components.schemas[name];
    if (target === undefined) throw new Error(`there is no schema ${name}`);
    return collectSchemaNames(document, target, found.add(name));
  }
  const { properties, items, additionalProperties, anyOf, oneOf, allOf } = schema;
  const parts = [
    ...Object.values(properties ?? {}),
    ...[items, additionalProperties].filter((part) => typeof part === 'object'),
    ...[anyOf, oneOf, allOf].flatMap((some) => some ?? []),
  ];
  for (const part of parts) collectSchemaNames(document, part, found);
  return found;
}
