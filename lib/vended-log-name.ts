// Names of the logs that AWS services deliver themselves: API Gateway and Step Functions.
import type { Construct } from 'constructs';
import { serviceName } from './service-name.ts';

/**
 * Below `/aws/vendedlogs/`, one policy of AWS covers all logs. Elsewhere each log is added to a policy of the account, which holds
 * 5,120 characters: with some ten stacks in an account, the next deployment fails.
 */
export function vendedLogName(scope: Construct): string {
  return `/aws/vendedlogs/${serviceName(scope)}/${scope.node.id}`;
}
