// The small parts that the document is put together of: references to named schemas, parameters, inline schemas.

import type * as v from 'valibot';
import type { ConversionException } from '../contract/conversion-exceptions.ts';
import { createJsonSchema, type Direction, type JsonSchema } from '../contract/json-schema.ts';
import type { ObjectOfFields } from '../contract/operation.ts';
import { MAX_CUSTOM_KEY_LENGTH } from '../contract/schema/limits.ts';
import { CUSTOM_PREFIX } from '../contract/settings/product-levels.ts';
import { ANSWER_SCHEMAS, REQUEST_SCHEMAS } from './components.ts';

export type JsonObject = Readonly<Record<string, unknown>>;
export type Noted = ConversionException[];

export function noteTo(noted: Noted): (exception: ConversionException) => void {
  return (exception) => {
    noted.push(exception);
  };
}

const NAMES = new Map(
  Object.entries({ ...REQUEST_SCHEMAS, ...ANSWER_SCHEMAS }).map(([name, schema]) => [schema, name]),
);

/** A body's schema: named, a union of named ones, or one too small to have a name. */
export function toReference(schema: v.GenericSchema): JsonObject {
  const name = NAMES.get(schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if ('options' in schema && schema.type === 'union' && Array.isArray(schema.options)) {
    // Each option has a member that no other has. Client generators would merge anyOf into one type with all members.
    return { oneOf: flattenUnion(schema.options).map(toReference) };
  }
  return inlineSchema(schema, 'output');
}

/** Replaces a nested union by its options: some client generators do not support nested unions. */
function flattenUnion(options: readonly v.GenericSchema[]): v.GenericSchema[] {
  return options.flatMap((option) =>
    'options' in option && option.type === 'union' && Array.isArray(option.options)
      ? flattenUnion(option.options)
      : [option],
  );
}

export function inlineSchema(
  schema: v.GenericSchema,
  direction: Direction,
  onException: (exception: ConversionException) => void = () => undefined,
): JsonObject {
  return { ...createJsonSchema(schema, { direction, onException }) };
}

/** Their values are text that is read as what `output` says. */
export function createParameters(
  place: 'path' | 'query',
  fields: ObjectOfFields | undefined,
  onException: (exception: ConversionException) => void,
): JsonObject[] {
  if (fields === undefined) return [];
  const {
    properties = {},
    required = [],
    additionalProperties,
  } = createJsonSchema(fields, { direction: 'output', onException });
  const named = Object.entries(properties).map(([name, schema]) => {
    if (typeof schema !== 'object') throw new Error(`parameter ${name}: expected a schema`);
    const { description, examples, ...rest } = schema;
    const [example] = Array.isArray(examples) ? examples : [];
    return { name, in: place, required: required.includes(name), description, schema: rest, example };
  });
  return typeof additionalProperties === 'object'
    ? [...named, createCustomParameter(additionalProperties)]
    : named;
}

/** An exploded object stands for parameters that have the names of its members. */
function createCustomParameter({ description, examples, ...schema }: JsonSchema): JsonObject {
  const [example] = Array.isArray(examples) ? examples : [];
  return {
    name: CUSTOM_PREFIX.slice(0, -1),
    in: 'query',
    required: false,
    description,
    style: 'form',
    explode: true,
    schema: {
      type: 'object',
      propertyNames: { pattern: `^${CUSTOM_PREFIX}[\\s\\S]{1,${MAX_CUSTOM_KEY_LENGTH}}$` },
      additionalProperties: schema,
    },
    example: { [`${CUSTOM_PREFIX}category`]: example },
  };
}
