// The contract's schemas as JSON Schema 2020-12, as OpenAPI 3.1 requires. A check that JSON Schema can't express must
// be a named exception; otherwise it is an error.
import {
  type ConversionConfig,
  type JsonSchema,
  type OverrideActionContext,
  type OverrideSchemaContext,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { CONVERSION_EXCEPTIONS, type ConversionException } from './conversion-exceptions.ts';
import { isTrue, readDecimal } from './query-values.ts';
import { omitBlank, omitNull } from './schema/fields.ts';
import { withNumericValue } from './settings/conditions.ts';

export type { JsonSchema };

/** `input`: requests; `output`: responses. */
export type Direction = 'input' | 'output';

export interface Conversion {
  readonly direction: Direction;
  /** Called with every exception. */
  readonly onException?: (exception: ConversionException) => void;
}

export function createJsonSchema(schema: v.GenericSchema, conversion: Conversion): JsonSchema {
  const { $schema: _, ...converted } = toJsonSchema(schema, createConfig(conversion));
  return converted;
}

/** Schemas under their names; where one stands within another there is a reference. */
export function createNamedJsonSchemas(
  schemas: Readonly<Record<string, v.GenericSchema>>,
  conversion: Conversion,
): Record<string, JsonSchema> {
  return toJsonSchemaDefs(schemas, {
    ...createConfig(conversion),
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  });
}

function createConfig({ direction, onException }: Conversion): ConversionConfig {
  return {
    target: 'draft-2020-12',
    typeMode: direction,
    overrideAction: (context) =>
      describeTextValue(context) ?? withoutNull(context) ?? findException(context, onException),
    overrideSchema: simplifySchema,
  };
}

/** Numbers and flags in a query arrive as text; the schema describes what they are read as. */
function describeTextValue({ valibotAction, jsonSchema }: OverrideActionContext): JsonSchema | undefined {
  if (!('operation' in valibotAction)) return undefined;
  const { pattern: _pattern, enum: _enum, ...rest } = jsonSchema;
  switch (valibotAction.operation) {
    case Number:
      return { ...rest, type: 'integer' };
    case readDecimal:
      return { ...rest, type: 'number' };
    case isTrue:
      return { ...rest, type: 'boolean' };
    default:
      return undefined;
  }
}

/** A member of a request that may be null, where a response repeats it: absent instead. */
function withoutNull({ valibotAction, jsonSchema }: OverrideActionContext): JsonSchema | undefined {
  if (!('operation' in valibotAction)) return undefined;
  // A number that was sent as text is returned as a number: both are in the schema.
  if (valibotAction.operation === withNumericValue) return jsonSchema;
  if (valibotAction.operation !== omitNull && valibotAction.operation !== omitBlank) return undefined;
  const { type, anyOf, ...rest } = jsonSchema;
  const others = (anyOf ?? []).filter((one) => typeof one !== 'object' || one.type !== 'null');
  const [only] = others;
  if (anyOf !== undefined) {
    return others.length === 1 && typeof only === 'object'
      ? { ...only, ...rest }
      : { anyOf: others, ...rest };
  }
  const [named] = Array.isArray(type) ? type.filter((name) => name !== 'null') : [type];
  return {
    ...rest,
    ...(named !== undefined && { type: named }),
    ...(rest.enum !== undefined && { enum: rest.enum.filter((value) => value !== null) }),
  };
}

function findException(
  { valibotAction, jsonSchema, errors }: OverrideActionContext,
  onException: Conversion['onException'],
): JsonSchema | undefined {
  if (errors === undefined) return undefined;
  const message = 'message' in valibotAction ? valibotAction.message : undefined;
  const found = CONVERSION_EXCEPTIONS.find(
    (exception) =>
      exception.action === valibotAction.type &&
      (exception.message === undefined || exception.message === message),
  );
  if (found === undefined) return undefined;
  onException?.(found);
  return jsonSchema;
}

/** `type: [string, null]` reads better than a union of a string and null; a constant tells its type. */
function simplifySchema(context: OverrideSchemaContext): JsonSchema | undefined {
  const { valibotSchema, jsonSchema } = context;
  if (jsonSchema.required?.length === 0) {
    const { required: _, ...rest } = jsonSchema;
    return simplifySchema({ ...context, jsonSchema: rest });
  }
  if (valibotSchema.type === 'literal') {
    // Generators of clients take a constant for text: in Java and Python, true would be "true".
    const { const: constant, ...rest } = jsonSchema;
    return typeof constant === 'boolean'
      ? { type: 'boolean', ...rest }
      : { type: getType(constant), ...jsonSchema };
  }
  if (valibotSchema.type === 'optional' && jsonSchema.type === 'integer' && jsonSchema.default !== undefined)
    return { ...jsonSchema, default: Number(jsonSchema.default) };
  if (valibotSchema.type === 'optional' && jsonSchema.type === 'boolean' && jsonSchema.default !== undefined)
    return { ...jsonSchema, default: jsonSchema.default === 'true' || jsonSchema.default === true };
  // Generators of clients name a type for null alone that they do not write.
  if (valibotSchema.type === 'null') return { ...jsonSchema, type: ['object', 'null'], maxProperties: 0 };
  if (valibotSchema.type === 'loose_object') return { ...jsonSchema, additionalProperties: true };
  if (valibotSchema.type !== 'nullable' && valibotSchema.type !== 'nullish') return undefined;
  const [value] = jsonSchema.anyOf ?? [];
  if (typeof value !== 'object' || typeof value.type !== 'string' || value.type === 'null') return undefined;
  const { anyOf: _, ...rest } = jsonSchema;
  const values = value.enum && { enum: [...value.enum, null] };
  return { ...rest, ...value, ...values, type: [value.type, 'null'] };
}

function getType(constant: unknown): 'number' | 'string' {
  return typeof constant === 'number' ? 'number' : 'string';
}
