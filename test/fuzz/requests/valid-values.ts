// Valid values of any schema of the contract, at and below its limits. Values that only code can check (a date, a URL,
// an operator that suits its field) are drawn from pools of likely texts and numbers and filtered.
import fc from 'fast-check';
import * as v from 'valibot';
import * as limits from '../../../src/contract/schema/limits.ts';
import { CODE_POINT } from '../../../tools/harness/random/code-points.ts';

// The functions below read the parts and limits of any valibot schema.
export type Schema = v.GenericSchema;

interface Action {
  readonly kind: string;
  readonly type: string;
  readonly requirement?: unknown;
}

export const hasEntries = (
  schema: Schema,
): schema is Schema & { entries: Readonly<Record<string, Schema>> } => 'entries' in schema;
/** Whether an object accepts further parameters, whose names begin with `custom:`; `rest` is their schema. */
const hasRest = (schema: Schema): schema is Schema & { rest: Schema } =>
  'rest' in schema && isSchema(schema.rest);
export const hasItem = (schema: Schema): schema is Schema & { item: Schema } => 'item' in schema;
const hasWrapped = (schema: Schema): schema is Schema & { wrapped: Schema } => 'wrapped' in schema;
export const hasKeyAndValue = (schema: Schema): schema is Schema & { key: Schema; value: Schema } =>
  schema.type === 'record' && 'key' in schema && 'value' in schema;
/** Whether the schema is a union, whose options are schemas, or a picklist, whose options are values. */
export const hasOptions = (schema: Schema): schema is Schema & { options: readonly unknown[] } =>
  'options' in schema;
export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

const hasPipe = (schema: Schema): schema is Schema & { pipe: readonly [Schema, ...Action[]] } =>
  'pipe' in schema;

/** The schema that a pipe begins with, or the schema itself if it has no pipe. */
export function getRoot(schema: Schema): Schema {
  return hasPipe(schema) ? getRoot(schema.pipe[0]) : schema;
}

/** The validations of a pipe and of the pipes that it begins with. */
function listValidations(schema: Schema): readonly Action[] {
  if (!hasPipe(schema)) return [];
  const [first, ...rest] = schema.pipe;
  return [...listValidations(first), ...rest.filter(({ kind }) => kind === 'validation')];
}

/** The number that an action such as `max_length` compares with. */
export function findLimit(schema: Schema, ...types: readonly string[]): number | undefined {
  const found = listValidations(schema).find(({ type }) => types.includes(type))?.requirement;
  return typeof found === 'number' ? found : undefined;
}

function findPattern(schema: Schema): RegExp | undefined {
  return listValidations(schema)
    .map(({ requirement }) => requirement)
    .find((requirement) => requirement instanceof RegExp);
}

/** The examples in the schema's metadata. */
function listExamples(schema: Schema): readonly unknown[] {
  const { examples } = v.getMetadata(schema);
  return Array.isArray(examples) ? examples : [];
}

/** Whether the pipe has custom checks, which cannot be read from the schema. */
function hasOpaqueChecks(schema: Schema): boolean {
  return listValidations(schema).some(({ type }) => type === 'check' || type === 'raw_check');
}

/** Whether an object may lack a member of this schema. */
export function mayBeAbsent(schema: Schema): boolean {
  return ['optional', 'nullish', 'exact_optional', 'undefinedable'].includes(getRoot(schema).type);
}

/** The schema of a present value, without wrappers such as `optional`. */
export function getPresent(schema: Schema): Schema {
  const root = getRoot(schema);
  return hasWrapped(root) ? getPresent(root.wrapped) : schema;
}

/** Every limit of the contract and its neighbours, and boundaries of floating-point and integer ranges. */
export const NUMBERS_AT_LIMITS: readonly number[] = [
  ...Object.values(limits)
    .flatMap((limit) => (typeof limit === 'number' ? [limit] : Object.values(limit)))
    .flatMap((limit: number) => [limit, limit - 1, limit + 1, -limit, -limit - 1]),
  0,
  -0,
  1,
  0.5,
  1e-7,
  5e-324,
  1e-200,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  1e21,
  1e126,
  1.7976931348623157e308,
];

const LIKELY_TEXTS: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('2026-03-31', '2024-02-29', '0001-01-01', '9999-12-31', '0000-01-01'),
  fc.constantFrom(
    '2026-03-31T14:05:00Z',
    '2026-03-31 23:59:59,999999999+18:59',
    '0000-01-01T00:00:00+18:00',
    '9999-12-31T23:59:59-18:00',
  ),
  fc
    .date({ noInvalidDate: true, min: new Date('2025-01-01'), max: new Date('2026-06-30') })
    .map((date) => date.toISOString()),
  fc.constantFrom('product_name', 'customer_id', 'order_id', 'line_item_value', 'quantity'),
  fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'),
  fc.string({ minLength: 1, maxLength: 64, unit: CODE_POINT }).map((key) => `custom:${key}`),
  fc.constantFrom('http://127.0.0.1:9/', 'http://receiver.invalid/hook', 'http://[::1]:9/?a=%00#b'),
);

const CONTROLS_AND_ODDITIES = fc.constantFrom(
  '\0',
  '\r\n',
  '\u2028',
  '\u202e',
  '😀',
  'ﷺ',
  'e\u0301',
  '#',
  '__proto__',
  '',
);

export function generateValid(schema: Schema): fc.Arbitrary<unknown> {
  const found = generateUnchecked(schema);
  // Filters only schemas with a pipe: members are already valid when they are generated.
  return getRoot(schema) === schema ? found : found.filter((value) => v.is(schema, value));
}

function generateUnchecked(schema: Schema): fc.Arbitrary<unknown> {
  const root = getRoot(schema);
  switch (root.type) {
    case 'string':
      return generateText(schema);
    case 'number':
      return generateNumber(schema);
    case 'boolean':
      return fc.boolean();
    default:
      return generateCompound(schema, root);
  }
}

function generateCompound(schema: Schema, root: Schema): fc.Arbitrary<unknown> {
  if (hasEntries(root)) {
    const members = Object.entries(root.entries);
    const required = members.filter(([, member]) => !mayBeAbsent(member)).map(([name]) => name);
    const named = fc.record(
      Object.fromEntries(members.map(([name, member]) => [name, generateValid(member)])),
      {
        requiredKeys: required,
        noNullPrototype: true,
      },
    );
    if (!hasRest(root)) return named;
    const key = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom('category', 'brand') },
      CONTROLS_AND_ODDITIES,
    );
    const custom = fc.dictionary(
      key.map((text) => `custom:${text}`),
      generateValid(root.rest),
      { maxKeys: 2, noNullPrototype: true },
    );
    return fc.tuple(named, custom).map(([parameters, filters]) => ({ ...parameters, ...filters }));
  }
  if (hasKeyAndValue(root)) {
    const key = generateValid(root.key).map(String);
    return fc.dictionary(key, generateValid(root.value), { maxKeys: 4, noNullPrototype: true });
  }
  if (hasItem(root)) {
    const minLength = findLimit(schema, 'min_length', 'non_empty') ?? 0;
    const most = findLimit(schema, 'max_length') ?? 3;
    const few = fc.array(generateValid(root.item), {
      minLength,
      maxLength: Math.max(minLength, Math.min(most, 3)),
    });
    return few;
  }
  if (hasWrapped(root)) {
    const present = generateValid(root.wrapped);
    return root.type === 'nullish' ? fc.oneof({ weight: 9, arbitrary: present }, fc.constant(null)) : present;
  }
  if ('literal' in root) return fc.constant(root.literal);
  if (hasOptions(root)) {
    return fc.oneof(
      ...root.options.map((option) => (isSchema(option) ? generateValid(option) : fc.constant(option))),
    );
  }
  throw new Error(`no values are known for a schema of type ${root.type}: add them here`);
}

function generateText(schema: Schema): fc.Arbitrary<string> {
  const minLength = findLimit(schema, 'min_length') ?? 0;
  const maxLength = findLimit(schema, 'max_length') ?? 300;
  const pattern = findPattern(schema);
  if (pattern !== undefined) {
    const known = listExamples(schema).filter((text) => typeof text === 'string');
    // Few texts that match the pattern are time zones or currencies: filtering them would take most of a run.
    if (hasOpaqueChecks(schema) && known.length > 0) return fc.constantFrom(...known);
    const brief = fc.stringMatching(pattern, { maxLength: 24 });
    return fc.oneof({ weight: 4, arbitrary: brief }, fc.stringMatching(pattern));
  }
  const short = { minLength, maxLength: Math.min(maxLength, minLength + 12) };
  const plain = [
    fc.string(short),
    fc.string({ ...short, unit: CODE_POINT }),
    fc.constantFrom('tea', 'milk', 'bread'),
    CONTROLS_AND_ODDITIES,
    fc.constantFrom('x', '€', '\0').map((character) => character.repeat(maxLength)),
  ];
  return hasOpaqueChecks(schema) ? fc.oneof(...plain, LIKELY_TEXTS) : fc.oneof(...plain);
}

function generateNumber(schema: Schema): fc.Arbitrary<number> {
  const above = findLimit(schema, 'gt_value', 'min_value') ?? -1e15;
  const most = findLimit(schema, 'max_value', 'lt_value') ?? 1e15;
  return fc.oneof(
    fc.integer({ min: Math.ceil(Math.max(above, -100)), max: Math.floor(Math.min(most, 100)) }),
    fc.double({ min: above, max: most, noNaN: true }),
    fc.constantFrom(...NUMBERS_AT_LIMITS),
  );
}
