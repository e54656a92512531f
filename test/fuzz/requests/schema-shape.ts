// What can be read off a valibot schema without knowing which one it is: its parts, and the limits in its pipe.
import * as v from 'valibot';

export type Schema = v.GenericSchema;

interface Action {
  readonly kind: string;
  readonly type: string;
  readonly requirement?: unknown;
}

export const hasEntries = (
  schema: Schema,
): schema is Schema & { entries: Readonly<Record<string, Schema>> } => 'entries' in schema;
/** Of an object that takes parameters of any name that begins with custom: what each may be. */
export const hasRest = (schema: Schema): schema is Schema & { rest: Schema } =>
  'rest' in schema && isSchema(schema.rest);
export const hasItem = (schema: Schema): schema is Schema & { item: Schema } => 'item' in schema;
export const hasWrapped = (schema: Schema): schema is Schema & { wrapped: Schema } => 'wrapped' in schema;
export const hasKeyAndValue = (schema: Schema): schema is Schema & { key: Schema; value: Schema } =>
  schema.type === 'record' && 'key' in schema && 'value' in schema;
/** Of a union the schemas, of a picklist the values. */
export const hasOptions = (schema: Schema): schema is Schema & { options: readonly unknown[] } =>
  'options' in schema;
export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

const hasPipe = (schema: Schema): schema is Schema & { pipe: readonly [Schema, ...Action[]] } =>
  'pipe' in schema;

/** The schema that a pipe begins with; the schema itself when it has no pipe. */
export function rootOf(schema: Schema): Schema {
  return hasPipe(schema) ? rootOf(schema.pipe[0]) : schema;
}

/** The validations of a pipe and of the pipes that it begins with. */
function actionsOf(schema: Schema): readonly Action[] {
  if (!hasPipe(schema)) return [];
  const [first, ...rest] = schema.pipe;
  return [...actionsOf(first), ...rest.filter(({ kind }) => kind === 'validation')];
}

/** The number that an action such as `max_length` compares with. */
export function limitOf(schema: Schema, ...types: readonly string[]): number | undefined {
  const found = actionsOf(schema).find(({ type }) => types.includes(type))?.requirement;
  return typeof found === 'number' ? found : undefined;
}

export function patternOf(schema: Schema): RegExp | undefined {
  return actionsOf(schema)
    .map(({ requirement }) => requirement)
    .find((requirement) => requirement instanceof RegExp);
}

/** The examples in its description. */
export function examplesOf(schema: Schema): readonly unknown[] {
  const { examples } = v.getMetadata(schema);
  return Array.isArray(examples) ? examples : [];
}

/** Whether the pipe has conditions that only code knows. */
export function hasOpaqueChecks(schema: Schema): boolean {
  return actionsOf(schema).some(({ type }) => type === 'check' || type === 'raw_check');
}

/** Whether an object may lack a member of this schema. */
export function mayBeAbsent(schema: Schema): boolean {
  return ['optional', 'nullish', 'exact_optional', 'undefinedable'].includes(rootOf(schema).type);
}

/** The schema of what is there, when something is. */
export function presentOf(schema: Schema): Schema {
  const root = rootOf(schema);
  return hasWrapped(root) ? presentOf(root.wrapped) : schema;
}
