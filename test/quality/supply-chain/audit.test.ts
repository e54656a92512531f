// npm run audit, with a registry of the test's own: what was not checked never passes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const program = resolve(import.meta.dirname, '../../../quality/supply-chain/audit.ts');
const dir = mkdtempSync(join(tmpdir(), 'order-analytics-audit-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The program with an `npm` that prints the answer. */
function audit(answer: string) {
  writeFileSync(join(dir, 'npm'), `#!/bin/sh\ncat <<'END'\n${answer}\nEND\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: [dir, process.env.PATH].join(delimiter) };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8', env });
  return { status, printed: JSON.parse(stdout), stderr };
}
const none = { info: 0, low: 0, moderate: 0, high: 0, critical: 0 };

it('the audit exits with 0 if the registry knows of no vulnerability', () => {
  const answer = { metadata: { vulnerabilities: none }, vulnerabilities: {} };
  expect(audit(JSON.stringify(answer))).toMatchObject({ status: 0, printed: { checked: true, high: 0 } });
});

it('the audit exits with 1 and names the package of a vulnerability', () => {
  const answer = {
    metadata: { vulnerabilities: { ...none, high: 1 } },
    vulnerabilities: { leftpad: { severity: 'high', range: '<1.3.0' } },
  };
  const { status, stderr } = audit(JSON.stringify(answer));
  expect([status, stderr]).toEqual([1, 'leftpad <1.3.0: high\n']);
});

it.each(['', 'offline', '{"message": "request failed", "error": {"code": "ENOTFOUND"}}'])(
  'the audit exits with 2 if the registry gave no audit: %j',
  (answer) => {
    expect(audit(answer)).toMatchObject({ status: 2, printed: { checked: false } });
  },
);
