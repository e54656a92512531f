// A stage as a stack of its own, with the outputs that the command line looks up.
import { CfnOutput, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { STAGE_TAG } from './alarms/alarm-topic.ts';
import { type EdgeLimits, EdgeWebAcl } from './edge/web-acl.ts';
import { OrderAnalytics } from './order-analytics.ts';
import type { Stage, StageConfig } from './stage/stage-config.ts';

export interface ServiceStackProps extends StackProps {
  readonly config: StageConfig;
}

export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, { config, ...props }: ServiceStackProps) {
    super(scope, id, { ...props, terminationProtection: config.retainData });
    // Below `Default`, resources have the logical ids that they had as children of the stack.
    new OrderAnalytics(this, 'Default', { config }).addOutputs(this);
  }
}

// The rules of the edge. AWS keeps those of CloudFront in us-east-1, wherever the API is, so they are a stack
// of their own, which is deployed first: its output is the setting `webAclArn` of the stage.

export interface EdgeStackProps {
  readonly stage: string;
  readonly limits: EdgeLimits;
}

export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, { stage, limits }: EdgeStackProps) {
    super(scope, id, { env: { region: 'us-east-1' }, description: `Rules of the edge of ${stage}` });
    Tags.of(this).add(STAGE_TAG, stage);
    const { arn } = new EdgeWebAcl(this, 'WebAcl', limits);
    new CfnOutput(this, 'WebAclArn', { value: arn });
  }
}

// The IAM role with which GitHub Actions deploys one stage, without stored credentials: it trusts the tokens of one
// environment of one repository, and can only assume the roles that `cdk bootstrap` created.

export interface DeployRoleStackProps {
  /** `owner/name` on GitHub. */
  readonly repository: string;
  /** Also the name of the GitHub environment, whose protection rules decide who may deploy. */
  readonly stage: Stage;
}

const ISSUER = 'token.actions.githubusercontent.com';
/** Templates, code assets and look-ups. Only CloudFormation assumes the role that creates resources. */
const BOOTSTRAP_ROLES = ['deploy', 'file-publishing', 'lookup'];

export class DeployRoleStack extends Stack {
  constructor(scope: Construct, id: string, { repository, stage }: DeployRoleStackProps) {
    super(scope, id, { description: `Deploys the stage ${stage} from GitHub Actions` });
    // A wildcard or another part would let other repositories assume the role.
    if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
      throw new Error(`githubRepository: expected owner/name, got ${repository}`);
    }
    const { partition, account, region } = this;
    const qualifier = this.synthesizer.bootstrapQualifier;
    if (qualifier === undefined) throw new Error('the synthesizer names no bootstrap qualifier');
    const role = new Role(this, 'Role', {
      assumedBy: new WebIdentityPrincipal(`arn:${partition}:iam::${account}:oidc-provider/${ISSUER}`, {
        StringEquals: {
          [`${ISSUER}:aud`]: 'sts.amazonaws.com',
          [`${ISSUER}:sub`]: `repo:${repository}:environment:${stage}`,
        },
      }),
      inlinePolicies: {
        Bootstrap: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['sts:AssumeRole'],
              resources: BOOTSTRAP_ROLES.map(
                (name) =>
                  `arn:${partition}:iam::${account}:role/cdk-${qualifier}-${name}-role-${account}-${region}`,
              ),
            }),
          ],
        }),
      },
    });
    new CfnOutput(this, 'RoleArn', { value: role.roleArn });
  }
}
