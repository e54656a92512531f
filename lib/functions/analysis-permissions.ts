// What a function needs to store an analysis: the draft of a report and what stands beside it.

import type { ServiceTables } from '../data/service-tables.ts';
import type { ServiceFunction } from './service-function.ts';

export function allowAnalysis(
  fn: ServiceFunction,
  { service, bucket }: Pick<ServiceTables, 'service' | 'bucket'>,
): void {
  // Writes a version of the recommendations; marks old ones, and removes them.
  fn.allow(
    [
      'dynamodb:Query',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:BatchWriteItem',
      'dynamodb:DeleteItem',
      'dynamodb:ConditionCheckItem',
    ],
    service.tableArn,
  );
  for (const prefix of ['drafts/', 'members/', 'rules/', 'profiles/'])
    fn.allowPrefix('s3:PutObject', bucket, prefix);
}
