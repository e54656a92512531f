// The name of a service in metrics and logs. Two services in one account must not share it.
import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

const KEY = 'order-analytics:name';

/** Call before adding anything to the construct. Default: the name of its stack. */
export function nameService(service: Construct, name: string | undefined): void {
  if (name === undefined) return;
  if (!/^[\w-]{1,100}$/.test(name))
    throw new Error(`name: expected up to 100 letters, digits, hyphens and underscores, got ${name}`);
  service.node.setContext(KEY, name);
}

export function getServiceName(scope: Construct): string {
  const name: unknown = scope.node.tryGetContext(KEY);
  return typeof name === 'string' ? name : Stack.of(scope).stackName;
}

// Names of the logs that AWS services deliver themselves: API Gateway and Step Functions.

/**
 * One policy of AWS covers all logs below `/aws/vendedlogs/`. Elsewhere each log is added to a policy of the
 * account, which holds 5,120 characters: with some ten stacks in an account, the next deployment fails.
 */
export function toVendedLogName(scope: Construct): string {
  return `/aws/vendedlogs/${getServiceName(scope)}/${scope.node.id}`;
}
