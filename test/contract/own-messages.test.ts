// Checks of requests: each has a message of its own, instead of the default of the library.
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { parseRequest } from '../../src/contract/parse.ts';
import { createAudienceRequest } from '../../src/contract/resources/audiences.ts';
import { createReportRequest } from '../../src/contract/resources/reports/reports.ts';
import { updateEndpointRequest } from '../../src/contract/resources/webhook-endpoints.ts';
import { MAX_REPEATED_PARAMETER } from '../../src/contract/schema/limits.ts';
import { checkConditions } from '../../src/service/audiences/conditions.ts';

/** Types of schemas that refuse nothing themselves. */
const WRAPPERS = ['nullable', 'nullish', 'optional'];
/** Types of checks whose function writes the message. */
const OWN_FUNCTION = ['raw_check'];
/** Types that the service itself creates from the text of a query or path. */
const TEXT_TYPES = ['object', 'object_with_rest', 'string', 'array'];

interface Place {
  readonly path: string;
  /** Types that a value has here for any request. */
  readonly given: readonly string[];
  /** Whether the message of a surrounding union says what the type is. */
  readonly inUnion?: boolean;
}

/** Checks without a message of their own, with the paths of their fields. */
function findWithoutMessage(node: unknown, { path, given, inUnion = false }: Place): string[] {
  if (typeof node !== 'object' || node === null || !('kind' in node) || !('type' in node)) return [];
  const { kind, type } = node;
  const refuses =
    kind === 'schema'
      ? ![...WRAPPERS, ...given].includes(String(type)) && !inUnion
      : kind === 'validation' && !OWN_FUNCTION.includes(String(type));
  const hasMessage = 'message' in node && node.message !== undefined;
  const findIn = (part: unknown, step = '', said = false): string[] =>
    findWithoutMessage(part, { path: `${path}${step}`, given, inUnion: said });
  const own = refuses && !hasMessage ? [`${path}: ${type}`] : [];
  // The first item of a pipe is its schema.
  if ('pipe' in node && Array.isArray(node.pipe)) {
    const [head, ...actions] = node.pipe;
    return [...findIn(head, '', inUnion), ...actions.flatMap((action) => findIn(action))];
  }
  if ('entries' in node && node.entries !== undefined)
    own.push(...Object.entries(Object(node.entries)).flatMap(([name, entry]) => findIn(entry, `.${name}`)));
  if ('options' in node && Array.isArray(node.options))
    own.push(...node.options.flatMap((option) => findIn(option, '', hasMessage)));
  if ('wrapped' in node) own.push(...findIn(node.wrapped, '', inUnion));
  if ('item' in node) own.push(...findIn(node.item, '[]'));
  if ('key' in node) own.push(...findIn(node.key, '.*'));
  if ('value' in node) own.push(...findIn(node.value, '.*'));
  if ('rest' in node) own.push(...findIn(node.rest, '.*'));
  return own;
}

function listBareChecks({ operationId, body, query, pathParameters }: Operation): string[] {
  return [
    ...findWithoutMessage(body, { path: `${operationId} body`, given: [] }),
    ...findWithoutMessage(query, { path: `${operationId} query`, given: TEXT_TYPES }),
    ...findWithoutMessage(pathParameters, { path: `${operationId} path`, given: TEXT_TYPES }),
  ];
}

describe('every check of a request', () => {
  it('has a message of its own', () => {
    expect([...new Set(OPERATIONS.flatMap(listBareChecks))]).toEqual([]);
  });
});

describe('the error of a request', () => {
  const checkCustomers = (given: unknown) => () => {
    const conditions = [{ report: { report_type: 'RFM' }, customers: given }];
    checkConditions('default', parseRequest(createAudienceRequest, { name: 'x', conditions }).conditions);
  };
  const parseCondition = (value: unknown) => () =>
    parseRequest(createReportRequest, {
      report_type: 'MBA',
      filters: { conditions: [{ field: 'quantity', operator: 'equals', value }] },
    });

  const FILTER_VALUES = /customers\.product: expected a value, or 1 to \d+ of them$/;
  it.each<[string, () => unknown, RegExp]>([
    ['no product', checkCustomers({ product: [] }), FILTER_VALUES],
    ['too many', checkCustomers({ product: new Array(MAX_REPEATED_PARAMETER + 1).fill('a') }), FILTER_VALUES],
    [
      '1e999 as a filter',
      checkCustomers({ min_frequency: Number.POSITIVE_INFINITY }),
      /expected a string, a number, or true or/,
    ],
    [
      '1e999 in a condition',
      parseCondition(Number.POSITIVE_INFINITY),
      /value: expected a number or a string of at most/,
    ],
    [
      '1e999 as the least lift',
      () =>
        parseRequest(createReportRequest, {
          report_type: 'MBA',
          params: { rules: { min_lift: Number.POSITIVE_INFINITY } },
        }),
      /min_lift: expected a number from 0$/,
    ],
    [
      'a fraction of an event',
      () => parseRequest(updateEndpointRequest, { sent_until: 1.5 }),
      /sent_until: expected a whole number from 0$/,
    ],
  ])('has a message of the API for %s', (_, ask, message) => {
    expect(ask).toThrow(message);
  });
});
