// Examples of answers and errors, made of the schemas. Those of reports are computed: computed-examples.ts. Tests validate
// each against its schema.
import type * as v from 'valibot';
import { type AnsweredCode, toDocsPath } from '../../contract/errors/error-codes.ts';
import { ERRORS } from '../../contract/errors/error-descriptions.ts';
import type { JsonSchema } from '../../contract/json-schema.ts';
import { BASE_PATH } from '../../contract/operation.ts';
import type { OperationId } from '../../contract/operations.ts';
import { COMPONENT_DESCRIPTIONS } from '../components.ts';
import { toReference } from '../parts.ts';
import { type Examples, wrapExample } from './requests.ts';

// A value that a schema allows: of each member the example that its description has, or what its type suggests. What
// may be missing or null is what has gone wrong, has not happened yet, or excludes another: examples show it only where
// they must.

type Schema = JsonSchema | boolean | undefined;

const AT = '2026-03-31T14:05:00.000Z';
/** Members that are shown although they may be missing. */
const SHOWN: ReadonlySet<string> = new Set(['next_cursor', 'product_name', 'product_sku', 'response_status']);
const TROUBLE =
  /^(?:fail_reason|reason|problem)$|_because$|^(?:completed|revoked|paused|former|download|recoverable|last_refused)_/;

/** `named`: schemas that references lead to. `member`: the name of what is sampled, where it has one. */
export function createSample(
  schema: Schema,
  named: Readonly<Record<string, JsonSchema>>,
  member = '',
): unknown {
  if (typeof schema !== 'object') return {};
  const { $ref, examples, anyOf, oneOf, type, format, properties = {}, required = [] } = schema;
  if ($ref !== undefined) return createSample(named[$ref.slice($ref.lastIndexOf('/') + 1)], named, member);
  const options = anyOf ?? oneOf ?? [];
  const types: readonly unknown[] = [type, ...options.map((one) => Object(one).type)].flat();
  if (types.includes('null') && TROUBLE.test(member)) return null;
  if (Array.isArray(examples)) return examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  if (types.includes('null') && !types.includes('object') && !options.some((one) => Object(one).$ref))
    return null;
  if (options.length > 0) return createSample(options[0], named, member);
  if (types.includes('object')) {
    const shown = Object.entries(properties).filter(([name]) => required.includes(name) || SHOWN.has(name));
    return Object.fromEntries(shown.map(([name, one]) => [name, createSample(one, named, name)]));
  }
  if (types.includes('array'))
    return Array.isArray(schema.items) ? [] : [createSample(schema.items, named, member)];
  if (types.includes('boolean')) return true;
  if (types.includes('integer')) return clamp(12, schema);
  if (types.includes('number')) return clamp(0.5, schema);
  if (format === undefined) return /(?:^|_)ids?$/.test(member) ? '01M7YN9QHZYR8GXB77DH0YCNR5' : '…';
  return format === 'date-time' ? AT : AT.slice(0, 10);
}

function clamp(usual: number, { minimum = usual, maximum = usual }: JsonSchema): number {
  return Math.min(Math.max(usual, minimum), maximum);
}

const ENDED = { status: 'completed', state: 'completed', completed_at: '2026-03-31T14:05:01.204Z' };
/** Members of bodies that say what the operation did. */
const OUTCOMES: Readonly<Partial<Record<OperationId, object>>> = {
  cancelReport: { status: 'Failed', state: 'failed', fail_reason: 'The report was cancelled.' },
  getImports: ENDED,
  revokeKey: { status: 'revoked', revoked_at: '2026-04-03T08:11:40.112Z' },
  updateSchedule: { status: 'paused', paused_because: 'requested', next_run_at: null },
};

export type ComputedExamples = Readonly<Partial<Record<OperationId, Examples>>>;

/** One of each kind of body that the operation answers with. `named`: the document's schemas. */
export function createAnswerExamples(
  operation: OperationId,
  body: v.GenericSchema,
  named: Readonly<Record<string, JsonSchema>>,
  computed: Examples | undefined,
): Examples {
  const { oneOf: kinds = [], ...only }: JsonSchema = toReference(body);
  const withOutcome = (value: unknown): unknown =>
    'status' in Object(value) ? { ...Object(value), ...OUTCOMES[operation] } : value;
  if (kinds.length === 0) return computed ?? wrapExample('An answer', withOutcome(createSample(only, named)));
  const sampled = kinds.flatMap((kind) => {
    const name = typeof kind === 'object' ? (kind.$ref?.replace(/.*\//, '') ?? '') : '';
    const summary = COMPONENT_DESCRIPTIONS[name]?.replace(/\.$/, '') ?? name;
    return computed !== undefined && !/^(?:Failed|Processing)/.test(name)
      ? []
      : [[name, { summary, value: withOutcome(createSample(kind, named)) }] as const];
  });
  return { ...computed, ...Object.fromEntries(sampled) };
}

/** Creates an error's body as a deployed service returns it. */
export function createErrorExample(code: AnsweredCode): Readonly<Record<string, unknown>> {
  const { error, ...members } = ERRORS[code].example;
  return {
    error,
    ...members,
    code,
    request_id: '1b2c3d4e-0000-4000-8000-123456789abc',
    doc_url: `https://abc123.execute-api.eu-central-1.amazonaws.com${BASE_PATH}${toDocsPath(code)}`,
  };
}
