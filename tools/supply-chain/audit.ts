// npm run audit: lists the registry's known vulnerabilities of the packages that are installed for production, and of
// the tools that build the documentation site. Exits with 1 for a vulnerability, of the tools one of high severity or
// more, and with 2 if the registry does not respond: an unchecked package never passes.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { AUDITED } from './lock-file.ts';

const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'] as const;
const count = v.number();
const report = v.object({
  metadata: v.object({ vulnerabilities: v.object(v.entriesFromList(SEVERITIES, count)) }),
  vulnerabilities: v.record(v.string(), v.object({ severity: v.string(), range: v.string() })),
});
const root = resolve(import.meta.dirname, '../..');

process.exitCode = Math.max(...AUDITED.map(auditFolder));

function auditFolder({ folder, tolerated }: (typeof AUDITED)[number]): number {
  const options = tolerated === undefined ? ['--omit=dev'] : [];
  const cwd = join(root, folder);
  const { stdout } = spawnSync('npm', ['audit', ...options, '--json'], { cwd, encoding: 'utf8' });
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), report), stdout);
  if (!answer.success) {
    const why = 'the registry did not respond to the audit';
    console.log(JSON.stringify({ folder, checked: false, why }));
    return 2;
  }
  const { metadata, vulnerabilities } = answer.output;
  console.log(JSON.stringify({ folder, checked: true, ...metadata.vulnerabilities }));
  const found = Object.entries(vulnerabilities);
  for (const [name, { severity, range }] of found) console.error(`${folder}: ${name} ${range}: ${severity}`);
  return found.some(([, { severity }]) => tolerated?.some((one) => one === severity) !== true) ? 1 : 0;
}
