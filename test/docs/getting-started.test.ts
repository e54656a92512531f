// docs/getting-started.md: its snippets of each language, run in order, and the demo print what the page shows.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandLine, createCommandLine } from '../../tools/harness/command-line.ts';
import { chooseCases, IS_DEEP } from '../../tools/harness/depth.ts';
import { useTarget } from '../end-to-end/use-target.ts';
import {
  compareAnswer,
  findMissing,
  installClient,
  type Language,
  listExamples,
  runExamples,
} from './examples.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs', 'getting-started.md'), 'utf8');
const target = useTarget();
let checkout: CommandLine;

/** The program `npx` of the test: it runs `npx order-analytics …` from the sources. */
const NPX = `#!/bin/sh
[ "$1" = order-analytics ] || exit 9
shift
exec '${process.execPath}' --max-semi-space-size=4 '${join(ROOT, 'apps/cli/main.ts')}' "$@"
`;
/** Output with the command names of the installed package: tools/package/installed-source.ts. */
const toInstalled = (text = ''): string => text.replaceAll('npm run -s cli --', 'npx order-analytics');

beforeAll(() => {
  checkout = createCommandLine(target.local.cloud);
  installClient(join(checkout.dir, 'node_modules', 'order-analytics'));
  mkdirSync(join(checkout.dir, 'programs'));
  writeFileSync(join(checkout.dir, 'programs', 'npx'), NPX);
  chmodSync(join(checkout.dir, 'programs', 'npx'), 0o755);
});
afterAll(() => checkout.remove());

/** The deep run has all languages: each starts its own programs. */
const languages = chooseCases<Language>(['sh'], ['ts', 'python']).map((language) => ({
  language,
  missing: findMissing(language),
}));

describe.each(languages)('docs/getting-started.md in $language', ({ language, missing }) => {
  it.skipIf(missing.length > 0)(
    'prints what the page shows for every step',
    { timeout: 120_000 },
    async () => {
      const { apiKey } = await target.local.newAccount('max');
      const own = listExamples(page).filter((example) => example.language === language);
      const printed = await runExamples(language, own, checkout.dir, {
        PATH: `${join(checkout.dir, 'programs')}${delimiter}${process.env.PATH}`,
        ORDER_ANALYTICS_API_KEY: apiKey,
        ORDER_ANALYTICS_URL: target.baseUrl,
      });
      const wrong = own.flatMap(({ place, answer }, i) => {
        const found =
          answer === undefined ? 'no answer is shown' : compareAnswer(toInstalled(printed[i]), answer);
        return found === undefined ? [] : [`${place}: ${found}\n${printed[i]}`];
      });
      expect([own.length > 0, wrong]).toEqual([true, []]);
    },
  );
});

// `npm run starts -- --package` runs the demo for each change.
if (IS_DEEP)
  describe('the demo', () => {
    const dir = mkdtempSync(join(tmpdir(), 'order-analytics-demo-'));
    afterAll(() => rmSync(dir, { recursive: true, force: true }));
    let printed = '';

    beforeAll(async () => {
      // A folder of its own keeps its data and port apart from others.
      const demo = spawn(process.execPath, [join(ROOT, 'apps/cli/main.ts'), 'demo'], {
        cwd: dir,
        env: { ...process.env, PORT: '0' },
      });
      demo.stdout.on('data', (part) => {
        printed += part;
      });
      let problem = '';
      demo.stderr.on('data', (part) => {
        problem += part;
      });
      const code = await new Promise((done) => demo.on('close', done));
      if (code !== 0) throw new Error(`the demo ended with ${code}: ${problem}`);
    }, 240_000);

    /**
     * Replaces figures and orders of lines that depend on chance: two requests and two reports are in progress at once.
     */
    const normalizeTimes = (text: string): string =>
      text
        .split('\n')
        .map((line) =>
          / s {2}pushed /.test(line)
            ? line.replaceAll(/\d+/g, '0').trim()
            : line.replace(/^ +(?=\d+\.\d s)/, ''),
        )
        .sort((a, b) =>
          / s {2}standard_/.test(a) && / s {2}standard_/.test(b)
            ? a.slice(-99).localeCompare(b.slice(-99))
            : 0,
        )
        .join('\n');

    it.each([
      ['docs/getting-started.md', /^\$ npx order-analytics demo\n(.*?)^```$/ms],
      ['README.md', /^```\n( +0\.0 s .*?)^```$/ms],
    ])('prints what %s shows', (file, block) => {
      const [, shown = ''] = block.exec(readFileSync(join(ROOT, file), 'utf8')) ?? [];
      expect(shown).toContain('time to first report');
      expect(
        compareAnswer(normalizeTimes(printed), { kind: 'text', text: normalizeTimes(shown) }),
      ).toBeUndefined();
    });
  });
