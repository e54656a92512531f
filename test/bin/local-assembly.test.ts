// The kept assembly is what a synthesis gives, and a change of any input is a different assembly.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadLocalAssembly } from '../../bin/local-assembly.ts';
import { synthesize } from '../../bin/synth.ts';
import { computeContentKey } from '../../lib/bundles/bundle-inputs.ts';

const dir = mkdtempSync(join(tmpdir(), 'order-analytics-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('a kept assembly of the local stage equals a fresh synthesis', async () => {
  const kept = await loadLocalAssembly();
  expect(kept.template).toEqual(synthesize('local', join(dir, 'fresh')).template);
  expect(await loadLocalAssembly()).toBe(kept);
});

it('the key of files changes with a name, with a content and with where one file ends', () => {
  const keyOf = (files: Readonly<Record<string, string>>): string => {
    const folder = mkdtempSync(join(dir, 'key-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return computeContentKey(folder, ['.', 'missing']);
  };
  const key = keyOf({ a: '1', b: '2' });
  expect(keyOf({ b: '2', a: '1' })).toBe(key);
  const others = [{ a: '1', b: '3' }, { a: '1', c: '2' }, { a: '12', b: '' }, { a: '1' }].map(keyOf);
  expect(new Set([key, ...others]).size).toBe(5);
});
