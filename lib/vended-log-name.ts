// Names of the logs that AWS services deliver themselves: API Gateway and Step Functions.
import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * Below `/aws/vendedlogs/`, one policy of AWS covers all logs. Elsewhere each log is added to a policy of the account, which holds
 * 5,120 characters: with some ten stacks in an account, the next deployment fails.
 */
export function vendedLogName(scope: Construct): string {
  return `/aws/vendedlogs/${Stack.of(scope).stackName}/${scope.node.id}`;
}
