// Bundles all functions in one esbuild run, each into its own folder: faster than one run per function, and no Docker.
// Folder names are stable, so that an unchanged function keeps its asset hash.
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { threadId } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import { referenceAssets } from '../src/openapi/reference-assets.ts';

const root = resolve(import.meta.dirname, '..');
export const BUNDLE_DIR = join(root, 'dist', 'functions');

/**
 * Credential providers that a Lambda never uses, because its credentials are in the environment. Without them, every
 * HTTP bundle stays below 500 kB.
 */
const UNREACHABLE = [
  ...['sso', 'ini', 'process', 'web-identity', 'login', 'http'].map(
    (source) => `@aws-sdk/credential-provider-${source}`,
  ),
  '@smithy/credential-provider-imds',
];

/** Entry points of worker threads, bundled next to the function that starts them. */
const THREADS = [{ in: 'src/mining-threads/worker.ts', out: 'report/compute/mining-worker' }];

/** `http/submit-orders` → its folder with index.mjs. */
export function bundlePath(entry: string): string {
  return join(BUNDLE_DIR, entry);
}

let packages: readonly string[] | undefined;

/** Bundles once per process. */
export function bundleFunctions(): void {
  if (packages !== undefined) return;
  mkdirSync(BUNDLE_DIR, { recursive: true });
  const entries = globSync('functions/*/*.ts', { cwd: root }).sort();
  const { outputFiles, metafile } = buildSync({
    write: false,
    metafile: true,
    absWorkingDir: root,
    entryPoints: [
      ...entries.map((entry) => ({
        in: entry,
        out: `${entry.replace(/^functions\//, '').replace(/\.ts$/, '')}/index`,
      })),
      ...THREADS,
    ],
    outdir: BUNDLE_DIR,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    keepNames: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    external: UNREACHABLE,
    // CommonJS dependencies in an ES module bundle still call require.
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    logLevel: 'warning',
  });
  for (const { path, contents } of outputFiles) replaceFile(path, contents);
  for (const { name, contents } of referenceAssets())
    replaceFile(join(bundlePath('http/reference'), name), contents);
  packages = packagesOf(Object.keys(metafile.inputs));
}

/** Written atomically, and only if it changed: another process may be reading the bundle. */
function replaceFile(path: string, contents: Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  mkdirSync(dirname(path), { recursive: true });
  const draft = join(dirname(BUNDLE_DIR), `draft-${process.pid}-${threadId}`);
  writeFileSync(draft, contents);
  renameSync(draft, path);
}

/** Names of all bundled packages, ascending: what is deployed. */
export function bundledPackages(): readonly string[] {
  bundleFunctions();
  return packages ?? [];
}

/** `node_modules/@a/b/node_modules/c/index.js` belongs to c. */
function packagesOf(paths: readonly string[]): string[] {
  const names = paths.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set(names)].sort();
}

/** Size of a function's bundle in bytes. */
export function bundleSize(entry: string): number {
  return statSync(join(bundlePath(entry), 'index.mjs')).size;
}
