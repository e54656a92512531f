// Who may deploy from GitHub: one environment of one repository, by way of the bootstrap's roles and nothing else.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, expect, it } from 'vitest';
import { DeployRoleStack } from '../../lib/service-stack.ts';

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
