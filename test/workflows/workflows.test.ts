// Tests the rules of GitHub workflows: pinned actions only, no unneeded permission, no stored key, no input in a script.
import { globSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const permissions = v.record(v.string(), v.string());
const step = v.looseObject({
  uses: v.optional(v.string()),
  run: v.optional(v.string()),
  with: v.optional(v.record(v.string(), v.unknown()), {}),
});
const job = v.looseObject({
  permissions: v.optional(permissions),
  environment: v.optional(v.string()),
  needs: v.optional(v.string()),
  'timeout-minutes': v.number(),
  steps: v.array(step),
});
const workflow = v.looseObject({
  on: v.record(v.string(), v.unknown()),
  permissions,
  concurrency: v.optional(v.object({ group: v.string(), 'cancel-in-progress': v.boolean() })),
  jobs: v.record(v.string(), job),
});

const OWN_RIGHTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  deploy: { contents: 'read', deployments: 'read', 'id-token': 'write' },
  publish: { 'id-token': 'write', pages: 'write' },
};

const files = globSync('.github/workflows/*.yml').sort();
const read = (file: string) => v.parse(workflow, parse(readFileSync(file, 'utf8')));

it('finds the four workflows', () => {
  const names = ['ci', 'deep', 'deploy', 'docs'];
  expect(files).toEqual(names.map((name) => `.github/workflows/${name}.yml`));
});

describe.each(files)('%s', (file) => {
  it('uses actions by commit, with the version beside it', () => {
    const used = readFileSync(file, 'utf8').match(/uses: .*/g) ?? [];
    expect(used.length).toBeGreaterThan(0);
    for (const line of used) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('grants read access only, except to the jobs that deploy and publish, which may request a token', () => {
    const { permissions: common, jobs } = read(file);
    expect(common).toEqual({ contents: 'read' });
    for (const [name, { permissions: own }] of Object.entries(jobs)) {
      const expected = OWN_RIGHTS[name];
      expect([name, own]).toEqual([name, expected]);
    }
  });

  it('keeps no token in the checkout, and inserts no expression into a script', () => {
    for (const { steps } of Object.values(read(file).jobs)) {
      for (const { uses, run, with: options } of steps) {
        if (uses?.startsWith('actions/checkout@')) expect(options['persist-credentials']).toBe(false);
        expect(run ?? '').not.toContain('${{');
      }
    }
  });

  it('holds no AWS key', () => {
    expect(readFileSync(file, 'utf8')).not.toMatch(/aws-access-key-id|secret-access-key|AKIA/i);
  });
});

describe('the deploy workflow', () => {
  const { on, concurrency, jobs } = read('.github/workflows/deploy.yml');

  it('is started by hand, for a stage that can be deployed', () => {
    expect(on).toMatchObject({
      workflow_dispatch: { inputs: { stage: { type: 'choice', options: ['dev', 'prod'] } } },
    });
    expect(Object.keys(on)).toEqual(['workflow_dispatch']);
  });

  it("runs under the stage's protection rules, after the tests, one at a time and never cut off", () => {
    expect(concurrency).toEqual({ group: `deploy-\${{ inputs.stage }}`, 'cancel-in-progress': false });
    expect(jobs.deploy).toMatchObject({ environment: `\${{ inputs.stage }}`, needs: 'test' });
  });

  it('takes credentials after everything is installed, deploys, then tests the deployment', () => {
    const order = [
      'npm ci',
      'aws-actions/configure-aws-credentials',
      'cdk deploy',
      'vitest run test/end-to-end',
    ];
    const steps = (jobs.deploy?.steps ?? []).map(({ uses, run }) => uses ?? run ?? '');
    const places = order.map((part) => steps.findIndex((one) => one.includes(part)));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
});

it('publishes the built docs in a job that runs no code of the repository', () => {
  const { publish } = read('.github/workflows/docs.yml').jobs;
  expect(publish).toMatchObject({ needs: 'build', environment: 'github-pages' });
  expect(publish?.steps.map(({ uses, run }) => [uses?.split('@')[0], run])).toEqual([
    ['actions/deploy-pages', undefined],
  ]);
});
