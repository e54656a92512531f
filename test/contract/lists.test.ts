// What holds for every list of the API, whoever adds one. Responses of all suites are held against the document, so that what
// the contract promises here is also sent.
import type * as v from 'valibot';
import { expect, it } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';

/** The members of an object, or of any alternative of a union: whether each must be there. */
function membersOf(schema: v.GenericSchema | undefined): ReadonlyMap<string, 'required' | 'optional'> {
  if (schema !== undefined && 'entries' in schema)
    return new Map(
      Object.entries(Object(schema.entries)).map(([name, entry]) => [
        name,
        Object(entry).type === 'optional' ? 'optional' : 'required',
      ]),
    );
  if (schema !== undefined && 'options' in schema && Array.isArray(schema.options))
    return new Map(schema.options.flatMap((option: v.GenericSchema) => [...membersOf(option)]));
  return new Map();
}

const answered = ({ answers }: Operation) => answers.find(({ status }) => status === 200);
const reads = OPERATIONS.filter(({ method }) => method === 'GET') as readonly Operation[];
/** Named so, or paged: an order has pages of its lines. */
const lists = reads.filter(
  (operation) =>
    operation.operationId.startsWith('list') || membersOf(answered(operation)?.body).has('next_cursor'),
);
const listOf = (id: string) => lists.find(({ operationId }) => operationId === id);

it.each(lists.map((operation) => [operation.operationId, operation] as const))(
  '%s has pages, says whether another follows, and names the request and the end of its rate window',
  (_, operation) => {
    const { body, headers = [] } = answered(operation) ?? {};
    const members = membersOf(body);
    expect([members.get('has_more'), members.get('next_cursor')]).toEqual(['required', 'optional']);
    const asked = [...membersOf(operation.query).keys()];
    expect(asked).toContain('cursor');
    // A page of an order is as long as an answer may be.
    if (operation.operationId !== 'getOrder') expect(asked).toContain('limit');
    expect(headers).toEqual(expect.arrayContaining(['Request-Id', 'X-RateLimit-Reset']));
  },
);

it('every read that takes a limit is a list, but for recommendations, of which there are 20 at most', () => {
  const limited = reads.filter(({ query }) => membersOf(query).has('limit'));
  expect(limited.filter((one) => !lists.includes(one)).map(({ operationId }) => operationId)).toEqual([
    'getRecommendations',
  ]);
  expect(lists.length).toBeGreaterThan(15);
});

it.each(['getImports', 'listReports'])('%s filters by dataset, status and time', (id) => {
  const asked = [...membersOf(listOf(id)?.query).keys()];
  expect(asked).toEqual(
    expect.arrayContaining(['dataset_id', 'status', 'created_from', 'created_to', 'limit', 'cursor']),
  );
});
