// Rules for every list of the API. All suites validate responses against the document, so that responses follow them,
// too.
import type * as v from 'valibot';
import { expect, it } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';

/** The members of an object, or of all alternatives of a union, and whether each is required. */
function listMembers(schema: v.GenericSchema | undefined): ReadonlyMap<string, 'required' | 'optional'> {
  if (schema !== undefined && 'entries' in schema)
    return new Map(
      Object.entries(Object(schema.entries)).map(([name, entry]) => [
        name,
        Object(entry).type === 'optional' ? 'optional' : 'required',
      ]),
    );
  if (schema !== undefined && 'options' in schema && Array.isArray(schema.options))
    return new Map(schema.options.flatMap((option: v.GenericSchema) => [...listMembers(option)]));
  return new Map();
}

const findSuccess = ({ answers }: Operation) => answers.find(({ status }) => status === 200);
const reads = OPERATIONS.filter(({ method }) => method === 'GET') as readonly Operation[];
/** Operations named `list…`, and those with pages: an order has pages of its lines. */
const lists = reads.filter(
  (operation) =>
    operation.operationId.startsWith('list') || listMembers(findSuccess(operation)?.body).has('next_cursor'),
);
const findList = (id: string) => lists.find(({ operationId }) => operationId === id);

it.each(lists.map((operation) => [operation.operationId, operation] as const))(
  '%s has pages, has_more, and the headers Request-Id and X-RateLimit-Reset',
  (_, operation) => {
    const { body, headers = [] } = findSuccess(operation) ?? {};
    const members = listMembers(body);
    expect([members.get('has_more'), members.get('next_cursor')]).toEqual(['required', 'optional']);
    const asked = [...listMembers(operation.query).keys()];
    expect(asked).toContain('cursor');
    // A page of an order has the greatest size of a response.
    if (operation.operationId !== 'getOrder') expect(asked).toContain('limit');
    expect(headers).toEqual(expect.arrayContaining(['Request-Id', 'X-RateLimit-Reset']));
  },
);

it('has a limit only in operations that are lists, and in getRecommendations', () => {
  const limited = reads.filter(({ query }) => listMembers(query).has('limit'));
  expect(limited.filter((one) => !lists.includes(one)).map(({ operationId }) => operationId)).toEqual([
    'getRecommendations',
  ]);
  expect(lists.length).toBeGreaterThan(15);
});

it.each(['getImports', 'listReports'])('%s filters by dataset, status and time', (id) => {
  const asked = [...listMembers(findList(id)?.query).keys()];
  expect(asked).toEqual(
    expect.arrayContaining(['dataset_id', 'status', 'created_from', 'created_to', 'limit', 'cursor']),
  );
});
