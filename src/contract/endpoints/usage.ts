// GET /usage.

import { getUsageResponse } from '../resources/usage.ts';
import { defineOperations } from './operations-of.ts';

const { read } = defineOperations('Datasets');

export const getUsage = read('getUsage', '/usage', {
  summary: 'Read what the account uses',
  description:
    'The plan; stored line items and reports of the calendar month, each with its limit; the limit on requests a minute, of which `X-RateLimit-Remaining` says what is left; and the number of datasets. Every figure is exact; what the service does not count, such as the orders and customers of a dataset, is not in it: a report says those.',
  answer: { description: 'The usage.', body: getUsageResponse },
});

export const USAGE_OPERATIONS = [getUsage] as const;
