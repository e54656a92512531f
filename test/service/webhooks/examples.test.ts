// Tests the verification examples of docs/webhooks.md, taken from the page and run as a reader would run them: each
// must accept every published vector, and refuse changed and old ones.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import vectors from './signature-vectors.json' with { type: 'json' };

const page = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8');
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

/** Returns the one block of this language that contains the verifying function. */
function findExample(language: string): string {
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))]
    .map(([, code = '']) => code)
    .filter((code) => /is_?from_?order_?analytics/i.test(code));
  const [code] = blocks;
  if (code === undefined || blocks.length > 1)
    throw new Error(`${blocks.length} ${language} examples in docs/webhooks.md`);
  return code;
}

/** The interpreter itself: `python3` may be a script that takes longer to find it than the example to run. */
const PYTHON =
  spawnSync('python3', ['-c', 'import sys; print(sys.executable)']).stdout?.toString().trim() || 'python3';

const isThere = (...command: [string, ...string[]]): boolean =>
  spawnSync(command[0], command.slice(1)).status === 0;

/**
 * Reads all cases from the standard input and writes all verdicts to the standard output, so that the program starts
 * once.
 */
const CASES_IN_TS = `
import { readFileSync } from 'node:fs';
const verdicts = JSON.parse(readFileSync(0, 'utf8')).map(({ apiKey, id, time, signature, body, now }) =>
  isFromOrderAnalytics(
    apiKey,
    { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature },
    Buffer.from(body),
    now,
  ),
);
console.log(JSON.stringify(verdicts));
`;
const CASES_IN_PYTHON = `
import json, sys
verdicts = []
for case in json.load(sys.stdin):
    headers = {"webhook-id": case["id"], "webhook-timestamp": case["time"], "webhook-signature": case["signature"]}
    verdicts.append(is_from_order_analytics(case["apiKey"], headers, case["body"].encode(), case["now"]))
print(json.dumps(verdicts))
`;
/** The example reads the environment, and its standard input is the body. */
const CASE_IN_SHELL = `
is_from_order_analytics || exit 3
`;

const languages = [
  { language: 'ts', program: process.execPath, args: ['--version'], run: CASES_IN_TS, needs: 'node' },
  {
    language: 'python',
    program: PYTHON,
    args: ['--version'],
    run: CASES_IN_PYTHON,
    needs: 'python3',
  },
  {
    language: 'sh',
    program: 'sh',
    args: ['-c', 'command -v openssl sed'],
    run: CASE_IN_SHELL,
    needs: 'sh and openssl',
  },
].map((found) => ({ ...found, missing: !isThere(found.program, ...found.args) }));

for (const { language, needs, missing } of languages)
  if (missing) console.warn(`The ${language} example is not run: ${needs} is missing here.`);

describe.each(languages)('the $language example', ({ language, program, run, missing }) => {
  const file = join(dir, `verify.${language === 'ts' ? 'mts' : language}`);

  /** Throws when the example breaks; `accepted`: the exit codes that are verdicts. */
  function runExample(input: string, env: Record<string, string> = {}, accepted = [0]) {
    writeFileSync(file, findExample(language) + run);
    const { status, stdout, stderr } = spawnSync(program, [file], {
      input,
      env: { PATH: process.env.PATH, ...env },
    });
    if (!accepted.includes(status ?? -1)) throw new Error(`${language}: exit ${status}: ${stderr}`);
    return { status, stdout };
  }

  function isAcceptedInShell({ apiKey, id, time, signature, body, now }: Case): boolean {
    const env = { API_KEY: apiKey, ID: id, TIME: time, SIGNATURE: signature, NOW: String(now) };
    return runExample(body, env, [0, 3]).status === 0;
  }

  /** Returns for each case whether the example accepts it. */
  function readVerdicts(cases: readonly Case[]): boolean[] {
    if (language === 'sh') return cases.map(isAcceptedInShell);
    const taken: boolean[] = JSON.parse(runExample(JSON.stringify(cases)).stdout.toString());
    expect(taken).toHaveLength(cases.length);
    return taken;
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

  it.skipIf(missing)('accepts every vector, also among other signatures', () => {
    const several = cases.map((good) => ({ ...good, signature: `v1,AAAA ${good.signature} v2,BBBB` }));
    const taken = readVerdicts([...cases, ...several]);
    expect(taken.length).toBeGreaterThan(0);
    expect(taken).not.toContain(false);
  });

  it.skipIf(missing)('refuses changed, old and future requests', () => {
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
    const taken = readVerdicts(Object.values(bad));
    expect(Object.keys(bad).filter((_, at) => taken[at])).toEqual([]);
  });
});
