// Holds answers of the API against docs/openapi.json: is the path documented, the status, every header that always
// comes, and does the body fit its schema? Members that the document does not name are a problem, too: an editor that
// knows it knows every field.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import * as v from 'valibot';
import { OPERATIONS } from '../src/contract/operations.ts';

export interface RecordedAnswer {
  readonly method: string;
  /** As it was asked for, below the API's base address or with /api/v1; with or without a query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined or an empty text where there was none. */
  readonly body: unknown;
}

const FILE = join(import.meta.dirname, '..', 'docs', 'openapi.json');
/** Paths whose parameter takes slashes, which OpenAPI has no words for. */
const GREEDY: ReadonlySet<string> = new Set(
  OPERATIONS.flatMap((operation) => ('greedy' in operation ? [operation.path] : [])),
);
/** What a route that nobody documents answers: it is counted like every other. */
const UNKNOWN_ROUTE: Readonly<Record<number, string>> = { 404: 'NotFoundError', 429: 'RateLimitedError' };

const reference = v.object({ $ref: v.string() });
const header = v.object({ required: v.boolean() });
const media = v.object({ schema: v.looseObject({}) });
const answer = v.object({
  headers: v.optional(v.record(v.string(), reference), {}),
  content: v.optional(v.record(v.string(), media), {}),
});
const document = v.object({
  paths: v.record(
    v.string(),
    v.record(v.string(), v.object({ responses: v.record(v.string(), v.union([reference, answer])) })),
  ),
  components: v.object({
    schemas: v.record(v.string(), v.looseObject({})),
    headers: v.record(v.string(), header),
    responses: v.record(v.string(), answer),
  }),
});
type Answer = v.InferOutput<typeof answer>;

/** Gives what is wrong with an answer, one sentence each; nothing for one that is as documented. */
export function responseValidator(file = FILE): (recorded: RecordedAnswer) => string[] {
  const { paths, components } = v.parse(document, JSON.parse(readFileSync(file, 'utf8')));
  const { schemas, headers, responses } = components;
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  formats.default(ajv);
  const compiled = new Map<string, ValidateFunction>();
  const routes = Object.entries(paths).map(([path, operations]) => ({
    operations,
    pattern: new RegExp(
      `^${path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, GREEDY.has(path) ? '.+' : '[^/]+')}$`,
    ),
  }));

  const problemsOf = (schema: object, body: unknown): string[] => {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? ajv.compile(closed({ ...schema, $defs: schemas }));
    compiled.set(key, validate);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `body${instancePath}: ${message} ${JSON.stringify(params)}`,
    );
  };

  const documented = (method: string, path: string, status: number): Answer | string => {
    const operation = routes.find(({ pattern }) => pattern.test(path))?.operations[method.toLowerCase()];
    if (operation === undefined) return `${method} ${path} is not documented`;
    const found = operation.responses[String(status)];
    if (found === undefined) return `${status} is not a documented status of ${method} ${path}`;
    if (!('$ref' in found)) return found;
    return responses[nameOf(found.$ref)] ?? `${found.$ref} leads nowhere`;
  };

  return ({ method, path, status, headers: came, body }) => {
    const [plain = ''] = path.replace(/^\/api\/v1(?=\/)/, '').split(/[?#]/);
    const expected = documented(method, plain, status);
    // What nobody documents must say that it is not there, in the words of an error.
    if (typeof expected === 'string') {
      const error = expected.endsWith('is not documented') ? UNKNOWN_ROUTE[status] : undefined;
      return error === undefined ? [expected] : problemsOf({ $ref: `#/components/schemas/${error}` }, body);
    }
    const names = new Set(Object.keys(came).map((name) => name.toLowerCase()));
    const missing = Object.entries(expected.headers)
      .filter(([name, { $ref }]) => headers[nameOf($ref)]?.required && !names.has(name.toLowerCase()))
      .map(([name]) => `the header ${name} is missing`);
    const isEmpty = body === undefined || body === '';
    const [content] = Object.values(expected.content);
    if (content === undefined) return isEmpty ? missing : [...missing, 'body: expected none'];
    return isEmpty ? [...missing, 'body: expected one'] : [...missing, ...problemsOf(content.schema, body)];
  };
}

function nameOf(ref: string): string {
  return ref.split('/').at(-1) ?? ref;
}

/** The schema with references into its own $defs, and objects closed that name their members and leave the rest open. */
function closed(schema: unknown): Record<string, unknown> {
  const text = JSON.stringify(schema, (_, member: unknown) => {
    if (typeof member !== 'object' || member === null || !('properties' in member)) return member;
    return 'type' in member && !('additionalProperties' in member)
      ? { ...member, additionalProperties: false }
      : member;
  });
  return JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/'));
}
