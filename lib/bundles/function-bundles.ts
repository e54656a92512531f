// The functions' bundles. A manifest beside them says what they were made from: as long as that is unchanged, nothing is
// bundled again.

import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import { BUNDLE_INPUTS, computeContentKey } from './bundle-inputs.ts';

export const root = resolve(import.meta.dirname, '../..');
export const BUNDLE_DIR = join(root, 'dist', 'functions');

/** `http/submit-orders` → its folder with index.mjs. */
export function getBundlePath(entry: string): string {
  return join(BUNDLE_DIR, entry);
}

const manifestSchema = v.object({
  inputs: v.string(),
  /** Relative to the folder of bundles. */
  files: v.array(v.string()),
  /** Digest of those files: one that was deleted or changed by hand is made again. */
  outputs: v.string(),
  packages: v.array(v.string()),
});
export type BundleManifest = v.InferOutput<typeof manifestSchema>;
export const MANIFEST = join(dirname(BUNDLE_DIR), 'functions.json');

let packages: readonly string[] | undefined;

/** Bundles at most once per process, and not at all if the bundles of an earlier one are still valid. */
export function bundleFunctions(): void {
  if (packages !== undefined) return;
  packages = readValidPackages();
  if (packages !== undefined) return;
  execFileSync(process.execPath, [join(import.meta.dirname, 'write-bundles.ts')], { stdio: 'inherit' });
  ({ packages } = readManifest());
}

function readValidPackages(): readonly string[] | undefined {
  try {
    const manifest = readManifest();
    const isValid =
      manifest.inputs === computeContentKey(root, BUNDLE_INPUTS) &&
      manifest.outputs === computeContentKey(BUNDLE_DIR, manifest.files);
    return isValid ? manifest.packages : undefined;
  } catch {
    return undefined;
  }
}

function readManifest(): BundleManifest {
  return v.parse(manifestSchema, JSON.parse(readFileSync(MANIFEST, 'utf8')));
}

/** Names of all bundled packages, ascending: what is deployed. */
export function listBundledPackages(): readonly string[] {
  bundleFunctions();
  return packages ?? [];
}

/** Size of a function's bundle in bytes. */
export function bundleSize(entry: string): number {
  return statSync(join(getBundlePath(entry), 'index.mjs')).size;
}
