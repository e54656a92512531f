// npm run audit: lists the registry's known vulnerabilities of the installed production packages. A vulnerability exits
// with 1, and a registry that does not respond with 2: what was not checked never passes.
import { spawnSync } from 'node:child_process';
import * as v from 'valibot';

const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'] as const;
const count = v.number();
const report = v.object({
  metadata: v.object({ vulnerabilities: v.object(v.entriesFromList(SEVERITIES, count)) }),
  vulnerabilities: v.record(v.string(), v.object({ severity: v.string(), range: v.string() })),
});

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });
const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), report), stdout);
if (!answer.success) {
  console.log(JSON.stringify({ checked: false, why: 'the registry did not respond to the audit' }));
  process.exitCode = 2;
} else {
  const { metadata, vulnerabilities } = answer.output;
  console.log(JSON.stringify({ checked: true, ...metadata.vulnerabilities }));
  for (const [name, { severity, range }] of Object.entries(vulnerabilities)) {
    console.error(`${name} ${range}: ${severity}`);
  }
  if (Object.keys(vulnerabilities).length > 0) process.exitCode = 1;
}
