// The role by which GitHub Actions deploys one stage, without any stored key: it trusts the tokens of one repository's
// one environment, and may do nothing but take on the roles that `cdk bootstrap` made.
import { CfnOutput, Stack } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, WebIdentityPrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Stage } from './stage-config.ts';

export interface DeployRoleStackProps {
  /** `owner/name` on GitHub. */
  readonly repository: string;
  /** Also the name of the environment on GitHub, whose protection rules say who may deploy. */
  readonly stage: Stage;
}

const ISSUER = 'token.actions.githubusercontent.com';
/** Templates, code assets, look-ups. Only CloudFormation takes on the role that makes resources. */
const BOOTSTRAP_ROLES = ['deploy', 'file-publishing', 'lookup'];

export class DeployRoleStack extends Stack {
  constructor(scope: Construct, id: string, { repository, stage }: DeployRoleStackProps) {
    super(scope, id, { description: `Deploys the stage ${stage} from GitHub Actions` });
    // A wildcard or another part would let strangers in.
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
