// The cached local assembly: it equals a fresh synthesis, and its key changes with any input.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadLocalAssembly } from '../../bin/local-assembly.ts';
import { synthesize } from '../../bin/synth.ts';
import { computeContentKey } from '../../lib/bundles/bundle-inputs.ts';

const dir = mkdtempSync(join(tmpdir(), 'order-analytics-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('loads an assembly of the local stage that equals a fresh synthesis', async () => {
  const kept = await loadLocalAssembly();
  expect(kept.template).toEqual(synthesize('local', join(dir, 'fresh')).template);
  expect(await loadLocalAssembly()).toBe(kept);
});

it('computes a key that changes with the names, contents and ends of files, not with their order', () => {
  const computeKey = (files: Readonly<Record<string, string>>): string => {
    const folder = mkdtempSync(join(dir, 'key-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return computeContentKey(folder, ['.', 'missing']);
  };
  const key = computeKey({ a: '1', b: '2' });
  expect(computeKey({ b: '2', a: '1' })).toBe(key);
  const others = [{ a: '1', b: '3' }, { a: '1', c: '2' }, { a: '12', b: '' }, { a: '1' }].map(computeKey);
  expect(new Set([key, ...others]).size).toBe(5);
});
