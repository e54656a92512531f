// Provides the assembly of the local stage. Synthesizes it only when its inputs have changed: loading the CDK
// takes longer than starting everything else. An assembly's folder is named by the digest of its inputs and
// never changes, so any number of local clouds run from it.

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { BUNDLE_INPUTS, computeContentKey } from '../lib/bundles/bundle-inputs.ts';
import { readAssembly, type Synthesized } from './read-assembly.ts';

const root = resolve(import.meta.dirname, '..');
const ASSEMBLIES = join(root, 'dist', 'assemblies');
const STAGE = 'local';
/**
 * Environment variable with settings of the stage as JSON, for test runs that need them. Default: those of
 * cdk.json alone.
 */
export const STAGE_SETTINGS = 'STAGE_SETTINGS';

/** Number of most recently used folders to keep; about 20 MB each. */
const KEPT = 10;

const known = new Map<string, Promise<Synthesized>>();

/** Looked up once per process. `settings`: as JSON. */
export function loadLocalAssembly(settings = process.env[STAGE_SETTINGS] ?? '{}'): Promise<Synthesized> {
  const found = known.get(settings) ?? findOrSynthesize(settings);
  known.set(settings, found);
  return found;
}

async function findOrSynthesize(settings: string): Promise<Synthesized> {
  const inputs = computeContentKey(root, ['bin', 'lib', ...BUNDLE_INPUTS]);
  const assemblyDir = join(ASSEMBLIES, createHash('sha256').update(inputs).update(settings).digest('hex'));
  const found = read(assemblyDir);
  if (found !== undefined) return found;
  const { synthesize } = await import('./synth.ts');
  mkdirSync(ASSEMBLIES, { recursive: true });
  const draft = join(ASSEMBLIES, `draft-${process.pid}-${Date.now()}`);
  const context = v.parse(v.record(v.string(), v.unknown()), JSON.parse(settings));
  const synthesized = synthesize(STAGE, draft, context);
  try {
    renameSync(draft, assemblyDir);
  } catch {
    // Another process was faster; its assembly is the same.
    rmSync(draft, { recursive: true, force: true });
  }
  removeOldest();
  return { ...synthesized, assemblyDir };
}

function read(assemblyDir: string): Synthesized | undefined {
  try {
    const found = readAssembly(STAGE, assemblyDir);
    const now = new Date();
    utimesSync(assemblyDir, now, now);
    return found;
  } catch {
    return undefined;
  }
}

function removeOldest(): void {
  const folders = readdirSync(ASSEMBLIES)
    .map((name) => join(ASSEMBLIES, name))
    .map((path) => ({ path, usedAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { path } of folders.slice(KEPT)) rmSync(path, { recursive: true, force: true });
}
