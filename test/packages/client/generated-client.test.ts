// The OpenAPI document as a generator of clients reads it: openapi-typescript writes the types, the compiler checks a program
// against them, and the program runs a whole flow with openapi-fetch.
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useTarget } from '../../end-to-end/use-target.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');
const SOURCES = join(import.meta.dirname, 'generated');
const CONFIG = {
  extends: '../../tsconfig.json',
  compilerOptions: { incremental: false, typeRoots: ['../../node_modules/@types'] },
  include: ['.'],
  exclude: [],
  references: [],
};
/** generated/flow.ts can only be compiled beside the generated types. */
interface FlowModule {
  flow(
    baseUrl: string,
    apiKey: string,
  ): Promise<{ rows: number; rules: number; datasets: readonly string[]; erased: number }>;
}
const target = useTarget();
/** Inside the repository, where packages are found. */
let dir = '';

beforeAll(async () => {
  mkdirSync(join(ROOT, '.types'), { recursive: true });
  dir = mkdtempSync(join(ROOT, '.types', 'generated-'));
  copyFileSync(join(SOURCES, 'flow.ts'), join(dir, 'flow.ts'));
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(CONFIG));
  await run(process.execPath, [
    join(ROOT, 'tools/package/openapi-types.ts'),
    'document',
    join(dir, 'api.ts'),
  ]);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const compile = (): Promise<unknown> =>
  run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', dir]);

it('a program against the generated types compiles', async () => {
  await compile();
});

it('a field that the document does not have does not compile', async () => {
  const flow = readFileSync(join(dir, 'flow.ts'), 'utf8');
  writeFileSync(join(dir, 'flow.ts'), flow.replace('report.association_rules', 'report.rules'));
  await expect(compile()).rejects.toMatchObject({
    stdout: expect.stringContaining("Property 'rules' does not exist"),
  });
  writeFileSync(join(dir, 'flow.ts'), flow);
});

it('the generated client pushes orders, gets a report and erases a customer', async () => {
  const { flow }: FlowModule = await import(join(dir, 'flow.ts'));
  const outcome = await flow(target.baseUrl, target.apiKey);
  expect(outcome).toMatchObject({ rows: 100, erased: 4 });
  expect(outcome.rules).toBeGreaterThan(0);
  expect(outcome.datasets).toContain('generated');
});
