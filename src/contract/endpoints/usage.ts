// GET /usage.

import { KEYED_REFUSALS } from '../errors/refusals.ts';
import type { Operation } from '../operation.ts';
import { getUsageResponse } from '../resources/usage.ts';
import { READ_HEADERS, UNCHANGED } from './reads.ts';

export const getUsage = {
  method: 'GET',
  path: '/usage',
  operationId: 'getUsage',
  tag: 'Datasets',
  summary: 'Read what the account uses',
  description:
    'The plan; stored line items and reports of the calendar month, each with its limit; the limit on requests a minute, of which `X-RateLimit-Remaining` says what is left; and the number of datasets. Every figure is exact; what the service does not count, such as the orders and customers of a dataset, is not in it: a report says those.',
  headers: ['If-None-Match'],
  answers: [
    { status: 200, description: 'The usage.', body: getUsageResponse, headers: READ_HEADERS },
    UNCHANGED,
    ...KEYED_REFUSALS,
  ],
} as const satisfies Operation;

export const USAGE_OPERATIONS = [getUsage] as const;
