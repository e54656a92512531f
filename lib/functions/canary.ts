// A deployment that rolls itself back: a tenth of the requests to the busiest endpoints uses the new version
// first, and all requests only if no alarm was raised meanwhile; otherwise CloudFormation restores the whole
// stack. Rarely called endpoints are not included: a tenth of no request shows nothing, and each takes three
// of the 500 resources of a stack.
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import {
  type ILambdaDeploymentConfig,
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { ServiceFunction } from './service-function.ts';

/** Minutes in which a tenth of the requests tries the new version. The alarms count five minutes. */
export const CANARY_MINUTES = [5, 10, 15, 30] as const;
export type CanaryMinutes = (typeof CANARY_MINUTES)[number];

export const CANARY_ENDPOINTS: readonly string[] = [
  'SubmitOrders',
  'ReceiveEvent',
  'GetImports',
  'CreateReport',
  'GetReport',
  'ListReports',
  'ListDatasets',
  'ListCustomers',
  'ListRules',
  'GetRecommendations',
];

const CONFIGS: Readonly<Record<CanaryMinutes, ILambdaDeploymentConfig>> = {
  5: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
  10: LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
  15: LambdaDeploymentConfig.CANARY_10PERCENT_15MINUTES,
  30: LambdaDeploymentConfig.CANARY_10PERCENT_30MINUTES,
};

/**
 * The version that callers reach. Versions are kept: `aws lambda update-alias` returns to one within seconds.
 */
export function addLiveAlias({ lambda }: ServiceFunction): Alias {
  return lambda.addAlias('live');
}

export interface CanaryProps {
  readonly minutes: CanaryMinutes;
  readonly aliases: readonly Alias[];
  /** Each alarm rolls the deployment back, even if it was raised before. */
  readonly alarms: readonly IAlarm[];
}

export class Canary extends Construct {
  constructor(scope: Construct, id: string, { minutes, aliases, alarms }: CanaryProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    role.addToPolicy(
      new PolicyStatement({
        actions: ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
        resources: aliases.map(({ lambda }) => lambda.functionArn),
      }),
    );
    role.addToPolicy(new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }));
    acknowledge(
      role,
      'AwsSolutions-IAM5[Resource::*]',
      'CodeDeploy reads the state of alarms, which tells nothing else.',
    );
    for (const alias of aliases) {
      const group = new LambdaDeploymentGroup(this, alias.lambda.node.path.replaceAll('/', ' '), {
        application,
        alias,
        alarms: [...alarms],
        deploymentConfig: CONFIGS[minutes],
        // Without AWS's own policy, which may change every function of the account.
        role: role.withoutPolicyUpdates(),
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      });
      group.node.addDependency(role);
    }
  }
}
