// docs/getting-started.md, done as it says: every command line of it on a file called orders.csv, every curl against
// the service.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type CommandLine, commandLine } from '../cli/command-line.ts';
import { useTarget } from '../end-to-end/use-target.ts';
import { callsIn } from './command-lines.ts';

const ROWS = 3_000;
const page = readFileSync('docs/getting-started.md', 'utf8');
const target = useTarget();
let here: CommandLine;

beforeAll(() => {
  here = commandLine(target.local.cloud);
  const csv = gunzipSync(readFileSync('local/demo/data/online-retail-2010-12.csv.gz')).toString();
  writeFileSync(join(here.dir, 'orders.csv'), csv.split('\n').slice(0, ROWS).join('\n'));
});
afterAll(() => {
  here.remove();
  vi.unstubAllEnvs();
});

it('every command line works, one after the other', { timeout: 120_000 }, async () => {
  const calls = callsIn(page);
  expect(calls.map(([command]) => command)).toEqual(['analyze', 'analyze', 'accounts', 'push', 'report']);
  for (const call of calls) {
    const { code, stdout, stderr } = await here.run(call);
    expect([call.join(' '), code, code === 0 ? '' : stderr]).toEqual([call.join(' '), 0, '']);
    const key = /afn_[0-9A-Za-z]{36}/.exec(stdout)?.[0];
    if (key !== undefined) vi.stubEnv('ORDER_ANALYTICS_API_KEY', key);
  }
  expect(readFileSync(join(here.dir, 'rules.html'), 'utf8')).toContain('<html');
});

// Not in step with this process, which runs the service.
const inShell = async (script: string, env: NodeJS.ProcessEnv): Promise<string> =>
  (
    await promisify(execFile)('bash', ['-ec', script.replaceAll('curl ', 'curl -sS --fail-with-body ')], {
      env,
    })
  ).stdout;

it('every curl works, the last one with the id that the one before it got', async () => {
  const [, script = ''] = /```sh\nexport [^\n]*\n([\s\S]*?)```/.exec(page) ?? [];
  const [read = ''] = /curl [^\n]*Prefer[^\n]*\n$/.exec(script) ?? [];
  const env = { ...process.env, API: target.baseUrl, KEY: process.env.ORDER_ANALYTICS_API_KEY };
  const asked = await inShell(script.replace(read, ''), env);
  expect(asked).toContain('"rows_accepted":2');
  const id = /"report_id":"(\w+)"/.exec(asked)?.[1] ?? '';
  expect(read).toContain('/reports/01…');
  expect(JSON.parse(await inShell(read.replace('01…', id), env))).toMatchObject({
    report_id: id,
    report_type: 'MBA',
  });
});
