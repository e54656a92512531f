// The verification examples of docs/webhooks.md, taken from the page and run as a reader would run them: each must
// take every published vector, and refuse what was changed or is old.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import vectors from './signature-vectors.json' with { type: 'json' };

const page = readFileSync(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');
const dir = mkdtempSync(join(tmpdir(), 'order-analytics-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Case {
  readonly apiKey: string;
  readonly id: string;
  readonly time: string;
  readonly signature: string;
  readonly body: string;
  readonly now: number;
}

/** The one block of this language that has the verifying function in it. */
function example(language: string): string {
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))]
    .map(([, code = '']) => code)
    .filter((code) => /is_?from_?order_?analytics/i.test(code));
  const [code] = blocks;
  if (code === undefined || blocks.length > 1)
    throw new Error(`${blocks.length} ${language} examples in docs/webhooks.md`);
  return code;
}

/** The interpreter itself: what `python3` names may be a script that takes longer to find it than the example to run. */
const PYTHON =
  spawnSync('python3', ['-c', 'import sys; print(sys.executable)']).stdout?.toString().trim() || 'python3';

const isThere = (...command: [string, ...string[]]): boolean =>
  spawnSync(command[0], command.slice(1)).status === 0;

const ENVIRONMENT_IN_TS = `
import { readFileSync } from 'node:fs';
const { API_KEY = '', ID, TIME, SIGNATURE, NOW } = process.env;
const headers = { 'webhook-id': ID, 'webhook-timestamp': TIME, 'webhook-signature': SIGNATURE };
process.exit(isFromOrderAnalytics(API_KEY, headers, readFileSync(0), Number(NOW)) ? 0 : 3);
`;
const ENVIRONMENT_IN_PYTHON = `
import os, sys
env = os.environ
headers = {"webhook-id": env["ID"], "webhook-timestamp": env["TIME"], "webhook-signature": env["SIGNATURE"]}
ok = is_from_order_analytics(env["API_KEY"], headers, sys.stdin.buffer.read(), int(env["NOW"]))
sys.exit(0 if ok else 3)
`;
const ENVIRONMENT_IN_SHELL = `
is_from_order_analytics || exit 3
`;

const languages = [
  { language: 'ts', program: process.execPath, args: ['--version'], run: ENVIRONMENT_IN_TS, needs: 'node' },
  {
    language: 'python',
    program: PYTHON,
    args: ['--version'],
    run: ENVIRONMENT_IN_PYTHON,
    needs: 'python3',
  },
  {
    language: 'sh',
    program: 'sh',
    args: ['-c', 'command -v openssl sed'],
    run: ENVIRONMENT_IN_SHELL,
    needs: 'sh and openssl',
  },
].map((found) => ({ ...found, missing: !isThere(found.program, ...found.args) }));

for (const { language, needs, missing } of languages)
  if (missing) console.warn(`The ${language} example is not run: ${needs} is missing here.`);

describe.each(languages)('the $language example', ({ language, program, run, missing }) => {
  const file = join(dir, `verify.${language === 'ts' ? 'mts' : language}`);

  /** True when the example takes it; throws when it breaks. */
  function takes({ apiKey, id, time, signature, body, now }: Case): boolean {
    writeFileSync(file, example(language) + run);
    const { status, stderr } = spawnSync(program, [file], {
      input: body,
      env: {
        PATH: process.env.PATH,
        API_KEY: apiKey,
        ID: id,
        TIME: time,
        SIGNATURE: signature,
        NOW: String(now),
      },
    });
    if (status !== 0 && status !== 3) throw new Error(`${language}: exit ${status}: ${stderr}`);
    return status === 0;
  }

  const cases = vectors.map(
    (vector): Case => ({
      apiKey: vector.api_key,
      id: vector.webhook_id,
      time: String(vector.webhook_timestamp),
      signature: vector.webhook_signature,
      body: vector.body,
      now: vector.webhook_timestamp + 3,
    }),
  );

  it.skipIf(missing)('takes every vector, also among other signatures', () => {
    for (const good of cases) {
      expect([good.id, takes(good)]).toEqual([good.id, true]);
      const several = `v1,AAAA ${good.signature} v2,BBBB`;
      expect([good.id, takes({ ...good, signature: several })]).toEqual([good.id, true]);
    }
  });

  it.skipIf(missing)('refuses what was changed, and what is old or from the future', () => {
    const [good, other] = cases;
    if (good === undefined || other === undefined) throw new Error('two vectors are needed');
    const bad: Record<string, Case> = {
      'another body': { ...good, body: good.body.replace('Completed', 'Completee') },
      'another id': { ...good, id: 'msg_1' },
      'another time': { ...good, time: String(Number(good.time) + 1) },
      'no time': { ...good, time: '' },
      'a time that a shell would run': { ...good, time: 'a[$(exit 9)]' },
      'another key': { ...good, apiKey: `${good.apiKey}x` },
      "another event's signature": { ...good, signature: other.signature },
      'no signature': { ...good, signature: '' },
      'another version': { ...good, signature: good.signature.replace('v1', 'v1a') },
      'an old one': { ...good, now: Number(good.time) + 301 },
      'one from the future': { ...good, now: Number(good.time) - 301 },
    };
    expect(Object.entries(bad).filter(([, tried]) => takes(tried))).toEqual([]);
  });
});
