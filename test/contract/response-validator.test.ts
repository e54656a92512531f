// The validator that the end-to-end tests rely on finds undocumented responses, and their client reports them.
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from '../../apps/local-cloud/free-port.ts';
import { exampleReport } from '../../src/openapi/examples/example-reports.ts';
import { createClient } from '../../tools/harness/client.ts';
import { type RecordedAnswer, responseValidator } from '../../tools/harness/response-validator.ts';

const problemsOf = responseValidator();
const headers = {
  'x-ratelimit-limit': '60',
  'x-ratelimit-remaining': '59',
  'x-ratelimit-reset': '60',
  'request-id': '1b2c3d4e-0000-4000-8000-123456789abc',
  'x-request-id': '1b2c3d4e-0000-4000-8000-123456789abc',
  etag: '"a"',
  'cache-control': 'private, no-cache',
};
const dataset = {
  slug: 'default',
  name: 'default',
  created_at: null,
  currency: null,
  rates_source: null,
  shards: 16,
  time_zone: 'UTC',
  not_goods: null,
  contents: null,
};
const right: RecordedAnswer = {
  method: 'GET',
  path: '/datasets?limit=2',
  status: 200,
  headers,
  body: { datasets: [dataset], has_more: false },
};
const error = {
  error: 'No such endpoint.',
  code: 'not_found',
  request_id: '1b2c3d4e-0000-4000-8000-123456789abc',
  doc_url: 'https://api.test/api/v1/docs#tag/Errors/not_found',
};

it('finds nothing wrong with an answer as documented, by whichever spelling of its path', () => {
  expect(problemsOf(right)).toEqual([]);
  expect(problemsOf({ ...right, path: '/api/v1/datasets' })).toEqual([]);
  expect(problemsOf({ ...right, status: 304, body: '' })).toEqual([]);
});

it.each<[string, Partial<RecordedAnswer>, string]>([
  ['a status that is not documented', { status: 418 }, '418 is not a documented status of GET /datasets'],
  ['a path that is not documented', { path: '/nowhere' }, 'GET /nowhere is not documented'],
  ['a method that is not documented', { method: 'PATCH' }, 'PATCH /datasets is not documented'],
  ['a body where none is documented', { status: 304 }, 'expected no body'],
  ['no body where one is documented', { body: '' }, 'expected a body'],
  ['a member that is missing', { body: {} }, "body: must have required property 'datasets'"],
  [
    'a member of another type',
    { body: { datasets: [{ ...dataset, slug: 7 }], has_more: false } },
    'body/datasets/0/slug: must be string',
  ],
  [
    'a member that is not documented',
    { body: { datasets: [{ ...dataset, owner: 'ann' }], has_more: false } },
    'body/datasets/0: must NOT have additional properties {"additionalProperty":"owner"}',
  ],
  [
    'a time that is none',
    { body: { datasets: [{ ...dataset, created_at: 'today' }], has_more: false } },
    'must match format "date-time"',
  ],
  [
    'an error of another status',
    { status: 401, headers: { ...headers, 'www-authenticate': 'Bearer' }, body: error },
    'must be equal to constant',
  ],
])('finds %s', (_, difference, expected) => {
  expect(problemsOf({ ...right, ...difference }).join('; ')).toContain(expected);
});

it('finds headers that are missing, by name', () => {
  const { etag: _, ...rest } = headers;
  expect(problemsOf({ ...right, headers: rest })).toEqual(['the header ETag is missing']);
});

it('accepts only a documented 404 error for a path that is not documented', () => {
  const nowhere = { ...right, path: '/nowhere', status: 404 };
  expect(problemsOf({ ...nowhere, body: error })).toEqual([]);
  expect(problemsOf({ ...nowhere, body: { message: 'Not Found' } })).not.toEqual([]);
});

it('knows every member of a report, however deep', async () => {
  const mba = await exampleReport('MBA');
  const report = { ...right, path: '/reports/01M7YN9QHZYR8GXB77DH0YCNR5', body: mba };
  expect(problemsOf(report)).toEqual([]);
  const deep = JSON.parse(JSON.stringify(mba));
  deep.association_rules[0].measures.surprise = 1;
  expect(problemsOf({ ...report, body: deep }).join()).toContain('/association_rules/0/measures');
});

const server = createServer((_, response) => {
  response
    .writeHead(200, { ...headers, 'content-type': 'application/json' })
    .end('{"datasets":[{"slug":"a"}],"has_more":false}');
});
let port = 0;
beforeAll(async () => {
  port = await listen(server, 0);
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

it("fails the end-to-end client's request when the response does not match the documentation", async () => {
  const client = createClient(`http://127.0.0.1:${port}`, undefined);
  await expect(client.get('/datasets')).rejects.toThrow(
    "GET /datasets answered 200, which does not match the documentation: body/datasets/0: must have required property 'name'",
  );
});
