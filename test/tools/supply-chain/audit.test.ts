// npm run audit, with a simulated registry: an audit that was not possible fails.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const program = resolve(import.meta.dirname, '../../../tools/supply-chain/audit.ts');
const dir = mkdtempSync(join(tmpdir(), 'order-analytics-audit-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Runs the audit with an `npm` that prints `answer`, and `ofSite` in the folder of the documentation site. */
function audit(answer: string, ofSite = NOTHING) {
  const script = `#!/bin/sh\ncase "$PWD" in */apps/docs-site) cat <<'END'\n${ofSite}\nEND\n;; *) cat <<'END'\n${answer}\nEND\n;; esac\n`;
  writeFileSync(join(dir, 'npm'), script, { mode: 0o755 });
  const env = { ...process.env, PATH: [dir, process.env.PATH].join(delimiter) };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], { encoding: 'utf8', env });
  return {
    status,
    printed: stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    stderr,
  };
}
const none = { info: 0, low: 0, moderate: 0, high: 0, critical: 0 };
const NOTHING = JSON.stringify({ metadata: { vulnerabilities: none }, vulnerabilities: {} });
const LEFTPAD = JSON.stringify({
  metadata: { vulnerabilities: { ...none, high: 1 } },
  vulnerabilities: { leftpad: { severity: 'high', range: '<1.3.0' } },
});

it('exits with 0 if the registry lists no vulnerability of the product or the site', () => {
  const checked = { checked: true, high: 0 };
  expect(audit(NOTHING)).toMatchObject({
    status: 0,
    printed: [
      { folder: '.', ...checked },
      { folder: 'apps/docs-site', ...checked },
    ],
  });
});

it('exits with 1 for a vulnerability, and names its package and folder', () => {
  expect(audit(LEFTPAD)).toMatchObject({ status: 1, stderr: '.: leftpad <1.3.0: high\n' });
  expect(audit(NOTHING, LEFTPAD)).toMatchObject({
    status: 1,
    stderr: 'apps/docs-site: leftpad <1.3.0: high\n',
  });
});

it.each(['', 'offline', '{"message": "request failed", "error": {"code": "ENOTFOUND"}}'])(
  'exits with 2 if the registry returns no audit of the product or the site: %j',
  (answer) => {
    expect(audit(answer)).toMatchObject({ status: 2, printed: [{ checked: false }, { checked: true }] });
    expect(audit(LEFTPAD, answer)).toMatchObject({ status: 2, printed: [{ high: 1 }, { checked: false }] });
  },
);
