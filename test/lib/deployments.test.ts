// What CloudFormation would refuse fails a synthesis that is validated. npm run templates validates every setting, each alone and all together: a minute.
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

// Who may deploy from GitHub: one environment of one repository, by way of the bootstrap's roles and nothing else.

const outdir = mkdtempSync(join(tmpdir(), 'order-analytics-'));
afterAll(() => rmSync(outdir, { recursive: true }));

function roleOf(repository: string) {
  // The engine of the validation takes four seconds to start: npm run synth has it.
  const app = new App({ outdir, builtinCloudFormationValidation: false });
  const stack = new DeployRoleStack(app, 'Role', { repository, stage: 'prod' });
  return Object.values(Template.fromStack(stack).findResources('AWS::IAM::Role'));
}

it('trusts the tokens of the one environment, for AWS', () => {
  const [role, ...others] = roleOf('example/order-analytics');
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

it("may take on the bootstrap's roles by name, and nothing else", () => {
  const [role] = roleOf('example/order-analytics');
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
    expect(() => roleOf(repository)).toThrow(`githubRepository: expected owner/name, got ${repository}`);
  },
);

// Deployments that take themselves back: off by default, of the busiest endpoints, judged by the alarms of what callers get.

const MAX_RESOURCES = 500;

it('is off by default: functions have no versions', () => {
  const types = synthesizeStage('prod').types();
  expect(types.filter((type) => /CodeDeploy|Lambda::(Version|Alias)/.test(type))).toEqual([]);
});

describe('with a canary', () => {
  const template = synthesizeStage('prod', LARGEST);

  it('callers reach the live version of the busiest endpoints, and those versions are kept', () => {
    const aliases = template.of('AWS::Lambda::Alias');
    expect(aliases.map(({ path }) => path.split('/')[1]).sort()).toEqual([...CANARY_ENDPOINTS].sort());
    const reached = template
      .of('AWS::ApiGatewayV2::Integration')
      .flatMap(({ properties }) =>
        aliases.filter(({ id }) => JSON.stringify(properties).includes(`"${id}"`)),
      );
    expect(reached.map(({ id }) => id).sort()).toEqual(aliases.map(({ id }) => id).sort());
    const permitted = template
      .of('AWS::Lambda::Permission')
      .filter(({ properties }) => aliases.some(({ id }) => JSON.stringify(properties).includes(`"${id}"`)));
    expect(permitted).toHaveLength(aliases.length);
    const versions = template.of('AWS::Lambda::Version');
    expect(versions.map(({ deletionPolicy }) => deletionPolicy)).toEqual(
      versions.map(() => 'RetainExceptOnCreate'),
    );
  });

  it('shifts a tenth first, and goes back on failure or on any of the alarms of answers', () => {
    const groups = template.of('AWS::CodeDeploy::DeploymentGroup');
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

  it('may move the aliases of these functions, and nothing else', () => {
    const [group] = template.of('AWS::CodeDeploy::DeploymentGroup');
    const roleId = template.words(group?.properties.ServiceRoleArn);
    expect(roleId).toBe('Canary/Role');
    const role = template.of('AWS::IAM::Role').find(({ path }) => path === roleId);
    expect(role?.properties.ManagedPolicyArns).toBeUndefined();
    const allowed = template.roleStatements(role?.id);
    expect(allowed.map(({ actions }) => actions)).toEqual([
      ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
      ['cloudwatch:DescribeAlarms'],
    ]);
    expect(allowed[0]?.resources).toHaveLength(CANARY_ENDPOINTS.length);
  });

  it('leaves the stack below what CloudFormation takes, also with all other settings', () => {
    expect(Object.keys(template.resources).length).toBeLessThan(MAX_RESOURCES);
  });
});
