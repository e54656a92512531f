// Tests that a client can be generated from the OpenAPI document: openapi-typescript writes the types, the compiler
// checks a program against them, and the program calls the API with openapi-fetch.
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
/** Types of generated/flow.ts, which cannot be imported here because it compiles only beside the generated types. */
interface FlowModule {
  runFlow(
    baseUrl: string,
    apiKey: string,
  ): Promise<{ rows: number; rules: number; datasets: readonly string[]; erased: number }>;
}
const target = useTarget();
/** A folder inside the repository, because imports of packages must resolve. */
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
  run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', dir, '--singleThreaded']);

it('compiles a program against the generated types', async () => {
  await compile();
});

it('rejects a program that reads a field missing in the document', async () => {
  const flow = readFileSync(join(dir, 'flow.ts'), 'utf8');
  writeFileSync(join(dir, 'flow.ts'), flow.replace('report.association_rules', 'report.rules'));
  await expect(compile()).rejects.toMatchObject({
    stdout: expect.stringContaining("Property 'rules' does not exist"),
  });
  writeFileSync(join(dir, 'flow.ts'), flow);
});

it('pushes orders, gets a report and erases a customer with the generated client', async () => {
  const { runFlow }: FlowModule = await import(join(dir, 'flow.ts'));
  const outcome = await runFlow(target.baseUrl, target.apiKey);
  expect(outcome).toMatchObject({ rows: 100, erased: 4 });
  expect(outcome.rules).toBeGreaterThan(0);
  expect(outcome.datasets).toContain('generated');
});
