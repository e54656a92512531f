// The functions' bundles. A manifest beside them lists their inputs: nothing is bundled again until those
// change.

import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import { BUNDLE_INPUTS, computeContentKey } from './bundle-inputs.ts';

export const root = resolve(import.meta.dirname, '../..');
export const BUNDLE_DIR = join(root, 'dist', 'functions');

/** Returns the folder with index.mjs of an entry such as `http/submit-orders`. */
export function getBundlePath(entry: string): string {
  return join(BUNDLE_DIR, entry);
}

const manifestSchema = v.object({
  inputs: v.string(),
  /** Relative to the folder of bundles. */
  files: v.array(v.string()),
  /** Digest of those files: a deleted or modified bundle is built again. */
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

/** Names of all bundled packages, which are deployed, ascending. */
export function listBundledPackages(): readonly string[] {
  bundleFunctions();
  return packages ?? [];
}

/** Size of a function's bundle in bytes. */
export function getBundleSize(entry: string): number {
  return statSync(join(getBundlePath(entry), 'index.mjs')).size;
}
