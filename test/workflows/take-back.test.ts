// Tests how the deploy workflow takes back a deployment that fails the smoke test. The script runs as it is written, with
// a repository, deployments in the form of GitHub's command line, and programs that record their calls.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = mkdtempSync(join(tmpdir(), 'order-analytics-take-back-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly env?: Record<string, string>;
  readonly run?: string;
}
const steps: readonly Step[] = parse(readFileSync('.github/workflows/deploy.yml', 'utf8')).jobs.deploy.steps;
const takeBack = steps.find(({ name }) => name?.startsWith('Take back'));

interface Deployment {
  readonly sha: string;
  readonly states: readonly string[];
}

/** Answers the two requests of the script, with a filter that jq applies. */
const GH = `#!/usr/bin/env bash
echo "gh $2" >> "$CALLS"
case "$2" in
  */statuses) jq "$4" "$DEPLOYMENTS/$(basename "$(dirname "$2")").json" ;;
  *"deployments?environment=prod"*) jq --raw-output "$4" "$DEPLOYMENTS/all.json" ;;
  *) echo "unexpected: $*" >&2; exit 1 ;;
esac
`;
const NOTES = `#!/usr/bin/env bash
echo "$(basename "$0") $* at $(git rev-parse HEAD)" >> "$CALLS"
[ "$(basename "$0") $1" != "$FAILS" ]
`;

function writeProgram(bin: string, name: string, text: string): void {
  writeFileSync(join(bin, name), text);
  chmodSync(join(bin, name), 0o755);
}

const origin = join(root, 'origin');
mkdirSync(origin);
runGit('init', '--quiet', '--initial-branch=main');
runGit('config', 'uploadpack.allowAnySHA1InWant', 'true');
/** Hashes of commits by name. */
const commits = new Map(
  ['one', 'two', 'three'].map((name) => {
    runGit('commit', '--quiet', '--allow-empty', '--message', name);
    return [name, runGit('rev-parse', 'HEAD')];
  }),
);

function runGit(...args: string[]): string {
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
  return execFileSync('git', [...who, ...args], { cwd: origin })
    .toString()
    .trim();
}

/** Runs the script. `deployments`: newest first, by the name of a commit; `three` is being deployed. */
function run(deployments: readonly Deployment[], fails = '') {
  const dir = mkdtempSync(join(root, 'run-'));
  const [bin, clone, answers] = ['bin', 'clone', 'deployments'].map((name) => join(dir, name));
  if (!bin || !clone || !answers) throw new Error('no folders');
  for (const folder of [bin, answers]) mkdirSync(folder);
  // The checkout of the workflow also holds only the newest commit.
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${origin}`, clone]);
  const all = deployments.map(({ sha }, id) => ({ id, sha: commits.get(sha) }));
  writeFileSync(join(answers, 'all.json'), JSON.stringify(all));
  for (const [id, { states }] of deployments.entries())
    writeFileSync(join(answers, `${id}.json`), JSON.stringify(states.map((state) => ({ state }))));
  writeProgram(bin, 'gh', GH);
  for (const name of ['npm', 'npx']) writeProgram(bin, name, NOTES);
  const calls = join(dir, 'calls');
  // GitHub's default shell of a step.
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', takeBack?.run ?? 'exit 99'], {
    cwd: clone,
    env: {
      PATH: `${bin}:${process.env.PATH}`,
      CALLS: calls,
      DEPLOYMENTS: answers,
      FAILS: fails,
      STACK: 'OrderAnalytics-prod',
      STAGE: 'prod',
      GITHUB_REPOSITORY: 'shop/order-analytics',
      GITHUB_SHA: commits.get('three'),
      RUNNER_TEMP: dir,
    },
  });
  const made = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [];
  return {
    status,
    said: `${stdout}${stderr}`,
    deployed: made.filter((call) => /^np[mx] /.test(call)),
  };
}

const NOW = { sha: 'three', states: ['failure', 'in_progress'] };
const listDeployCommands = (commit: string | undefined) => [
  `npm ci at ${commit}`,
  `npx cdk deploy OrderAnalytics-prod --exclusively --require-approval never at ${commit}`,
];

describe('a deployment that fails the smoke test', () => {
  it('is taken back by a step that runs only after this failure, with the stage and a token of the run', () => {
    expect(takeBack?.if).toBe("failure() && steps.smoke.outcome == 'failure'");
    expect(steps.filter(({ id }) => id === 'smoke')).toHaveLength(1);
    expect(Object.keys(takeBack?.env ?? {}).sort()).toEqual(['GH_TOKEN', 'STAGE']);
  });

  it.each<[string, readonly Deployment[], string]>([
    [
      'the deployment before it',
      [NOW, { sha: 'two', states: ['success'] }, { sha: 'one', states: ['success'] }],
      'two',
    ],
    [
      'the last one that succeeded',
      [NOW, { sha: 'two', states: ['failure'] }, { sha: 'one', states: ['inactive', 'success'] }],
      'one',
    ],
    [
      'another commit if its own had succeeded before',
      [NOW, { sha: 'three', states: ['success'] }, { sha: 'one', states: ['success'] }],
      'one',
    ],
  ])('is replaced by %s', (_, deployments, name) => {
    const { status, deployed, said } = run(deployments);
    const sha = commits.get(name);
    expect({ status, deployed, said }).toMatchObject({
      status: 0,
      deployed: listDeployCommands(sha),
      said: expect.stringContaining(`::error::the smoke test failed; prod is at ${sha} again`),
    });
  });

  it.each<[string, readonly Deployment[]]>([
    ['there is no earlier one', [NOW]],
    ['no earlier one succeeded', [NOW, { sha: 'one', states: ['failure'] }]],
  ])('stays, with an error in the log, if %s', (_, deployments) => {
    const { status, deployed, said } = run(deployments);
    expect([status, deployed]).toEqual([1, []]);
    expect(said).toContain('::error::no deployment of prod has succeeded before');
  });

  it('is not reported as taken back if this fails', () => {
    const { status, said } = run([NOW, { sha: 'two', states: ['success'] }], 'npx cdk');
    expect(status).not.toBe(0);
    expect(said).not.toContain('again');
  });
});
