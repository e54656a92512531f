// Validates API responses against the OpenAPI document: the path and the status must be documented, every required
// header present, and the body must match its schema. Members that the schema does not name are a problem as well: the
// document names every field.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import * as v from 'valibot';
import { getErrorBody } from '../../src/contract/errors/error-bodies.ts';
import { createJsonSchema } from '../../src/contract/json-schema.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { openApi } from '../../src/openapi/document.ts';

export interface RecordedAnswer {
  readonly method: string;
  /** As requested, relative to the API's base address or with /api/v1; with or without a query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined or an empty text if there was no body. */
  readonly body: unknown;
}

/** Paths whose parameter may contain slashes, which OpenAPI cannot express. */
const GREEDY: ReadonlySet<string> = new Set(
  OPERATIONS.flatMap((operation) => ('greedy' in operation ? [operation.path] : [])),
);
/** Expected response of undocumented routes: they count against the rate limit like all others. */
const UNKNOWN_ROUTE: Readonly<Record<number, string>> = { 404: 'NotFoundError', 429: 'RateLimitedError' };
/** An address with an unsupported method belongs to no operation, and so to no component. */
const METHOD_NOT_ALLOWED = {
  ...createJsonSchema(getErrorBody('method_not_allowed'), { direction: 'output' }),
};

/** The name of the document that holds all schemas which bodies refer to. */
const SHARED = 'openapi';

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

/** Returns the problems of a response, one sentence each; empty if it is as documented. */
export function createResponseValidator(
  ofApi: unknown = openApi({}).document,
): (recorded: RecordedAnswer) => string[] {
  const { paths, components } = v.parse(document, JSON.parse(JSON.stringify(ofApi)));
  const { schemas, headers, responses } = components;
  // Optimising the generated code takes longer than running it as it is: a process checks few bodies with each schema.
  const ajv = new Ajv2020({ strict: false, allErrors: false, code: { optimize: false } });
  formats.default(ajv);
  // Added once: bodies refer to it, and share its compiled schemas.
  ajv.addSchema({ $id: SHARED, $defs: closeObjects(schemas) });
  const compiled = new Map<string, ValidateFunction>();
  const routes = Object.entries(paths).map(([path, operations]) => ({
    operations,
    pattern: new RegExp(
      `^${path.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, GREEDY.has(path) ? '.+' : '[^/]+')}$`,
    ),
  }));

  const listProblems = (schema: object, body: unknown): string[] => {
    const key = JSON.stringify(schema);
    const validate = compiled.get(key) ?? ajv.compile(closeObjects(schema, SHARED));
    compiled.set(key, validate);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `body${instancePath}: ${message} ${JSON.stringify(params)}`,
    );
  };

  const findDocumented = (method: string, path: string, status: number): Answer | string => {
    const operation = routes.find(({ pattern }) => pattern.test(path))?.operations[method.toLowerCase()];
    if (operation === undefined) return `${method} ${path} is not documented`;
    const found = operation.responses[String(status)];
    if (found === undefined) return `${status} is not a documented status of ${method} ${path}`;
    if (!('$ref' in found)) return found;
    return responses[parseReferenceName(found.$ref)] ?? `${found.$ref} leads nowhere`;
  };

  return ({ method, path, status, headers: came, body }) => {
    const [plain = ''] = path.replace(/^\/api\/v1(?=\/)/, '').split(/[?#]/);
    const expected = findDocumented(method, plain, status);
    // An undocumented route must return an error which states that it does not exist.
    if (typeof expected === 'string') {
      const error = expected.endsWith('is not documented') ? UNKNOWN_ROUTE[status] : undefined;
      if (status === 405 && error === undefined) return listProblems(METHOD_NOT_ALLOWED, body);
      return error === undefined ? [expected] : listProblems({ $ref: `#/components/schemas/${error}` }, body);
    }
    const names = new Set(Object.keys(came).map((name) => name.toLowerCase()));
    const missing = Object.entries(expected.headers)
      .filter(
        ([name, { $ref }]) => headers[parseReferenceName($ref)]?.required && !names.has(name.toLowerCase()),
      )
      .map(([name]) => `the header ${name} is missing`);
    const isEmpty = body === undefined || body === '';
    const [content] = Object.values(expected.content);
    if (content === undefined) return isEmpty ? missing : [...missing, 'expected no body'];
    return isEmpty ? [...missing, 'expected a body'] : [...missing, ...listProblems(content.schema, body)];
  };
}

function parseReferenceName(ref: string): string {
  return ref.split('/').at(-1) ?? ref;
}

/**
 * The schema with references into the $defs of `home`, or its own, with every object closed that names its members and
 * does not say otherwise.
 */
function closeObjects(schema: unknown, home = ''): Record<string, unknown> {
  const text = JSON.stringify(schema, (_, member: unknown) => {
    if (typeof member !== 'object' || member === null || !('properties' in member)) return member;
    return 'type' in member && !('additionalProperties' in member)
      ? { ...member, additionalProperties: false }
      : member;
  });
  return JSON.parse(text.replaceAll('#/components/schemas/', `${home}#/$defs/`));
}
