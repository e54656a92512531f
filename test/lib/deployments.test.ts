// The deploy role of GitHub and canary deployments. `npm run templates` validates the templates of every setting, each
// alone and all together, in a minute.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, describe, expect, it } from 'vitest';
import { CANARY_ENDPOINTS } from '../../lib/functions/canary.ts';
import { DeployRoleStack } from '../../lib/service-stack.ts';
import { LARGEST, synthesizeStage } from './template.ts';

const folder = mkdtempSync(join(tmpdir(), 'order-analytics-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// The deploy role: one environment of one GitHub repository may assume it, and it may only assume the bootstrap's
// roles.

const outdir = mkdtempSync(join(tmpdir(), 'order-analytics-'));
afterAll(() => rmSync(outdir, { recursive: true }));

function synthesizeRoles(repository: string) {
  // Validation takes four seconds to start: npm run synth validates.
  const app = new App({ outdir, builtinCloudFormationValidation: false });
  const stack = new DeployRoleStack(app, 'Role', { repository, stage: 'prod' });
  return Object.values(Template.fromStack(stack).findResources('AWS::IAM::Role'));
}

it('creates a deploy role that trusts the tokens of one GitHub environment, issued for AWS', () => {
  const [role, ...others] = synthesizeRoles('example/order-analytics');
  expect(others).toEqual([]);
  expect(role?.Properties.AssumeRolePolicyDocument.Statement).toMatchObject([
    {
      Action: 'sts:AssumeRoleWithWebIdentity',
      Condition: {
        StringEquals: {
          'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
          'token.actions.githubusercontent.com:sub': 'repo:example/order-analytics:environment:prod',
        },
      },
    },
  ]);
});

it("allows the deploy role to assume three of the bootstrap's roles, and nothing else", () => {
  const [role] = synthesizeRoles('example/order-analytics');
  expect(role?.Properties.ManagedPolicyArns).toBeUndefined();
  const policies = JSON.stringify(role?.Properties.Policies);
  expect(policies.match(/"Action":"[^"]+"/g)).toEqual(['"Action":"sts:AssumeRole"']);
  expect(policies.match(/role\/cdk-[\w-]+-role-/g)).toEqual([
    'role/cdk-hnb659fds-deploy-role-',
    'role/cdk-hnb659fds-file-publishing-role-',
    'role/cdk-hnb659fds-lookup-role-',
  ]);
  expect(policies).not.toContain('*');
});

it.each(['example/*', 'example', 'example/a:ref:refs/heads/main', '*/order-analytics'])(
  'refuses %s as a repository',
  (repository) => {
    expect(() => synthesizeRoles(repository)).toThrow(
      `githubRepository: expected owner/name, got ${repository}`,
    );
  },
);

// Canary deployments: the busiest endpoints shift gradually to a new version, and roll back on an alarm of responses.

const MAX_RESOURCES = 500;

it('creates no versions, aliases or canary deployments by default', () => {
  const types = synthesizeStage('prod').listTypes();
  expect(types.filter((type) => /CodeDeploy|Lambda::(Version|Alias)/.test(type))).toEqual([]);
});

describe('a stage with a canary', () => {
  const template = synthesizeStage('prod', LARGEST);

  it('routes callers of the busiest endpoints to their aliases, and retains the versions', () => {
    const aliases = template.findByType('AWS::Lambda::Alias');
    expect(aliases.map(({ path }) => path.split('/')[1]).sort()).toEqual([...CANARY_ENDPOINTS].sort());
    const reached = template
      .findByType('AWS::ApiGatewayV2::Integration')
      .flatMap(({ properties }) =>
        aliases.filter(({ id }) => JSON.stringify(properties).includes(`"${id}"`)),
      );
    expect(reached.map(({ id }) => id).sort()).toEqual(aliases.map(({ id }) => id).sort());
    const permitted = template
      .findByType('AWS::Lambda::Permission')
      .filter(({ properties }) => aliases.some(({ id }) => JSON.stringify(properties).includes(`"${id}"`)));
    expect(permitted).toHaveLength(aliases.length);
    const versions = template.findByType('AWS::Lambda::Version');
    expect(versions.map(({ deletionPolicy }) => deletionPolicy)).toEqual(
      versions.map(() => 'RetainExceptOnCreate'),
    );
  });

  it('shifts 10 % of the traffic first, and rolls back on a failure or an alarm of responses', () => {
    const groups = template.findByType('AWS::CodeDeploy::DeploymentGroup');
    expect(groups).toHaveLength(CANARY_ENDPOINTS.length);
    for (const { properties } of groups) {
      expect(properties).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent10Minutes',
        DeploymentStyle: { DeploymentOption: 'WITH_TRAFFIC_CONTROL', DeploymentType: 'BLUE_GREEN' },
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
        },
      });
      const alarms = JSON.stringify(properties.AlarmConfiguration);
      for (const name of ['AlarmsServerErrors', 'AlarmsSlowSubmitOrders', 'AlarmsSlowGetRecommendations'])
        expect(alarms).toContain(name);
    }
  });

  it('has a role that may update the aliases of these functions and read alarms only', () => {
    const [group] = template.findByType('AWS::CodeDeploy::DeploymentGroup');
    const roleId = template.toWords(group?.properties.ServiceRoleArn);
    expect(roleId).toBe('Canary/Role');
    const role = template.findByType('AWS::IAM::Role').find(({ path }) => path === roleId);
    expect(role?.properties.ManagedPolicyArns).toBeUndefined();
    const allowed = template.listRoleStatements(role?.id);
    expect(allowed.map(({ actions }) => actions)).toEqual([
      ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
      ['cloudwatch:DescribeAlarms'],
    ]);
    expect(allowed[0]?.resources).toHaveLength(CANARY_ENDPOINTS.length);
  });

  it('has fewer than 500 resources, the limit of CloudFormation, with all other settings', () => {
    expect(Object.keys(template.resources).length).toBeLessThan(MAX_RESOURCES);
  });
});
