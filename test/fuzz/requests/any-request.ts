// Generates valid, nearly valid and hostile requests for every operation. Expensive ones are rare: few bodies are huge,
// slow or falsely labelled.
import fc from 'fast-check';
import type { FuzzRequest, Kind } from './fuzz-request.ts';
import {
  FUZZED_OPERATIONS,
  type FuzzedOperation,
  findIdOf,
  ID_KINDS,
  type PathPart,
} from './fuzz-request.ts';
import { generateAuthorization, generateHostileHeaders, generateIdempotencyKey } from './hostile-headers.ts';
import {
  encodeQuery,
  generateHostileSegment,
  generateOddPath,
  generateOddQuery,
  withQuery,
} from './hostile-targets.ts';
import { generateHostileJson, generateNearlyValid } from './nearly-valid-values.ts';
import type { Schema } from './valid-values.ts';
import { generateValid } from './valid-values.ts';
import {
  type EncodedBody,
  encodeGzip,
  encodePlain,
  generateHugeBody,
  generateWrongBody,
} from './wrong-bodies.ts';

/** Number of loopback addresses. Each has its own rate limit for callers without a key. */
const ADDRESSES = 200;

const DATASETS = ['default', 'tea', 'a', '0-_'];
const WEBHOOK_URLS = [
  'http://127.0.0.1:9/',
  'http://2130706433:9/',
  'http://0x7f.1:9/',
  'http://[::ffff:127.0.0.1]:9/',
  'https://localhost:9/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'gopher://127.0.0.1:9/',
  'http:\\\\127.0.0.1:9\\',
  'http://a:b@127.0.0.1:9/',
  'http://127.0.0.1:9/\u0000',
  'http://127.0.0.1:99999/',
  'http://',
  '//127.0.0.1',
  'HTTP://127.0.0.1:9',
  ' http://127.0.0.1:9/ ',
  'data:,x',
  'http://127.0.0.1:9/#\u202e',
  'ws://127.0.0.1:9/',
  'https://[::1',
  'http://127.0.0.1:9/%0d%0aX: y',
  'about:blank',
];

export function generateRequest(): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    {
      weight: 60,
      arbitrary: fc.oneof(
        ...FUZZED_OPERATIONS.map((operation) => ({
          weight: operation.weight,
          arbitrary: generateRequestFor(operation),
        })),
      ),
    },
    { weight: 4, arbitrary: generateUnknownRoute() },
  );
}

function generateRequestFor(operation: FuzzedOperation): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    { weight: 3, arbitrary: buildRequest(operation, 'valid') },
    { weight: 3, arbitrary: buildRequest(operation, 'nearly valid') },
    { weight: 4, arbitrary: buildRequest(operation, 'hostile') },
  );
}

function buildRequest(operation: FuzzedOperation, kind: Kind): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      target: generateTarget(operation, kind),
      authorization: generateAuthorization(),
      address: fc.nat(ADDRESSES - 1),
      content: generateContent(operation, kind),
      more: generateHeaders(operation, kind),
      pace: generatePace(operation, kind),
    })
    .map(({ content, more, ...rest }) => ({
      operation: operation.name,
      kind,
      method: operation.method,
      ...rest,
      headers: [...(content?.headers ?? []), ...more],
      body: content?.body,
    }));
}

function generateTarget(operation: FuzzedOperation, kind: Kind): fc.Arbitrary<readonly PathPart[]> {
  const parts = operation.path.map((part, at) =>
    typeof part === 'string'
      ? fc.constant(part)
      : generatePathPart(operation.method, String(operation.path[at - 1]), part, kind),
  );
  const whole: fc.Arbitrary<readonly PathPart[]> = fc.tuple(...parts);
  const asGenerated = fc
    .tuple(whole, generateQuery(operation.query, kind))
    .map(([path, query]) => withQuery(path, query));
  return operation.name === 'GET /data/orders' && kind !== 'hostile'
    ? mixWithOneImport(asGenerated)
    : asGenerated;
}

/**
 * The value of a path parameter after this literal text: a valid text, an existing id or, in hostile requests, rubbish.
 * Valid requests mostly name an item of the caller, so that most operations succeed in a short run.
 */
function generatePathPart(
  method: string,
  literal: string,
  schema: Schema,
  kind: Kind,
): fc.Arbitrary<PathPart> {
  const fitting = findIdOf(literal);
  const valid = generateValid(schema).map((text) => encodeURIComponent(String(text)));
  const nth = fc.nat(5_000);
  // The first reports are of the default dataset.
  const dataset = fc.constantFrom(...(method === 'DELETE' ? DATASETS.slice(1) : DATASETS));
  if (kind === 'valid') {
    const own: fc.Arbitrary<PathPart> =
      fitting === undefined ? dataset : fc.record({ idOf: fc.constant(fitting), nth });
    return fc.oneof({ weight: 9, arbitrary: own }, valid);
  }
  const fits = fitting === undefined ? [] : [fitting, fitting, fitting];
  return fc.oneof(
    { weight: 2, arbitrary: valid },
    { weight: 6, arbitrary: fc.record({ idOf: fc.constantFrom(...ID_KINDS, ...fits), nth }) },
    { weight: 2, arbitrary: dataset },
    ...(kind === 'hostile' ? [{ weight: 6, arbitrary: generateHostileSegment() }] : []),
  );
}

/** Half of the requests read a single import, which exists if the run has created one. */
function mixWithOneImport(others: fc.Arbitrary<readonly PathPart[]>): fc.Arbitrary<readonly PathPart[]> {
  const one = fc
    .record({ idOf: fc.constantFrom('import' as const, 'foreign import' as const), nth: fc.nat(5_000) })
    .map((id): readonly PathPart[] => ['/data/orders?import_id=', id]);
  return fc.oneof(others, one);
}

function generateQuery(schema: FuzzedOperation['query'], kind: Kind): fc.Arbitrary<string> {
  if (kind === 'hostile') return fc.oneof({ weight: 2, arbitrary: generateOddQuery() }, fc.constant(''));
  if (schema === undefined) return fc.constant('');
  return kind === 'valid'
    ? generateValid(schema).map(encodeQuery)
    : generateNearlyValid(schema).map(encodeQuery);
}

function generateContent(operation: FuzzedOperation, kind: Kind): fc.Arbitrary<EncodedBody | undefined> {
  const { body: schema } = operation;
  if (schema === undefined) {
    // A body that the operation does not read.
    return kind === 'hostile'
      ? fc.option(fc.json().map(encodePlain), { nil: undefined, freq: 4 })
      : fc.constant(undefined);
  }
  const encodeBody = (text: fc.Arbitrary<string>) =>
    fc.tuple(text, fc.boolean()).map(([json, packed]) => (packed ? encodeGzip(json) : encodePlain(json)));
  const good = generateValid(schema).map(useKnownDataset);
  switch (kind) {
    case 'valid':
      return encodeBody(good.map((value) => JSON.stringify(value)));
    case 'nearly valid':
      return encodeBody(generateNearlyValid(schema).map((value) => JSON.stringify(value) ?? ''));
    case 'hostile':
      return fc.oneof(
        { weight: 60, arbitrary: encodeBody(generateHostileJson(schema)) },
        { weight: 25, arbitrary: generateWrongBody(good.map((value) => JSON.stringify(value))) },
        { weight: 15, arbitrary: encodeBody(withWebhook(good).map((value) => JSON.stringify(value))) },
        { weight: 1, arbitrary: generateHugeBody() },
      );
  }
}

/** Maps slugs to those of a few datasets that orders are pushed to, because a report needs an existing dataset. */
function useKnownDataset(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // Webhook URLs stay on this machine.
  if ('webhook_url' in value && Object.keys(value).length === 1) return { webhook_url: WEBHOOK_URLS[0] };
  if (!('dataset_id' in value)) return value;
  const slug = String(value.dataset_id);
  // A template determines the report type, and the API refuses a contradicting one.
  const { template, ...untemplated } = { template: undefined, ...value };
  const kept = 'report_type' in value && template !== undefined ? untemplated : value;
  return { ...kept, dataset_id: slug.length > 40 ? slug : DATASETS[slug.length % DATASETS.length] };
}

function withWebhook(request: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(request, fc.constantFrom(...WEBHOOK_URLS))
    .map(([value, webhook_url]) => (typeof value === 'object' ? { ...value, webhook_url } : value));
}

function generateHeaders(operation: FuzzedOperation, kind: Kind): fc.Arbitrary<FuzzRequest['headers']> {
  const none: fc.Arbitrary<FuzzRequest['headers']> = fc.constant([]);
  if (kind === 'hostile')
    return fc.oneof({ weight: 3, arbitrary: none }, { weight: 2, arbitrary: generateHostileHeaders() });
  if (operation.method === 'GET') return none;
  return fc.oneof(
    { weight: 9, arbitrary: none },
    generateIdempotencyKey().map((header) => [header]),
  );
}

function generatePace(operation: FuzzedOperation, kind: Kind): fc.Arbitrary<FuzzRequest['pace']> {
  if (kind !== 'hostile' || operation.body === undefined) return fc.constant('whole');
  return fc.oneof(
    { weight: 60, arbitrary: fc.constant('whole' as const) },
    { weight: 1, arbitrary: fc.constant('dribbled' as const) },
    { weight: 1, arbitrary: fc.constant('broken off' as const) },
  );
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];

function generateUnknownRoute(): fc.Arbitrary<FuzzRequest> {
  const anywhere = generateOddPath();
  const known = fc.constantFrom(
    '/data/orders',
    '/reports',
    '/datasets',
    '/reports/x',
    '/customers/x',
    '/erasures/x',
  );
  return fc
    .record({
      method: fc.constantFrom(...METHODS),
      path: fc.oneof({ weight: 2, arbitrary: anywhere }, known),
      query: generateQuery(undefined, 'hostile'),
      authorization: generateAuthorization(),
      address: fc.nat(ADDRESSES - 1),
      headers: fc.oneof(fc.constant([]), generateHostileHeaders()),
    })
    .map(({ method, path, query, ...rest }) => ({
      operation: 'any route',
      kind: 'hostile',
      method,
      target: withQuery([path], query),
      ...rest,
      body: undefined,
      pace: 'whole',
    }));
}
