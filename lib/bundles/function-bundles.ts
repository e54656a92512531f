// Bundles all functions in one esbuild run, each into its own folder: faster than one run per function, and no Docker.
// Folder names are stable, so that an unchanged function keeps its asset hash. A manifest beside the bundles says what
// they were made from: as long as that is unchanged, nothing is bundled again.

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { threadId } from 'node:worker_threads';
import { buildSync } from 'esbuild';
import * as v from 'valibot';
import { ROUTES } from '../../src/contract/routes.ts';
import { referenceAssets } from '../../src/openapi/reference/reference-assets.ts';
import {
  CONCEPTS_FILE,
  CONSOLE_FOLDER,
  ROUTES_FILE,
  readConcepts,
} from '../../src/service/wiring/packaged-files.ts';
import { BUNDLE_INPUTS, contentKey } from './bundle-inputs.ts';
import { buildConsole } from './console-files.ts';

const root = resolve(import.meta.dirname, '../..');
const BUNDLE_DIR = join(root, 'dist', 'functions');

/**
 * Credential providers that a Lambda never uses, because its credentials are in the environment. Without them, HTTP
 * bundles stay below 473 kB, or 594 kB with the client of S3.
 */
const UNREACHABLE = [
  ...['sso', 'ini', 'process', 'web-identity', 'login', 'http'].map(
    (source) => `@aws-sdk/credential-provider-${source}`,
  ),
  '@smithy/credential-provider-imds',
];

const PROTOCOL_SHIMS = join(root, 'lib', 'bundles', 'protocol-shims.mjs');
const NODE_HTTP = join(root, 'lib', 'bundles', 'node-http.mjs');

/** `http/submit-orders` → `functions/http/orders/submit-orders.ts`: a file that moves keeps its name in logs and metrics. */
export function functionFiles(): ReadonlyMap<string, string> {
  const files = globSync('functions/**/*.ts', { cwd: root }).sort();
  return new Map(files.map((file) => [`${file.split('/')[1]}/${basename(file, '.ts')}`, file]));
}

/** `http/submit-orders` → its folder with index.mjs. */
export function bundlePath(entry: string): string {
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
const MANIFEST = join(dirname(BUNDLE_DIR), 'functions.json');

let packages: readonly string[] | undefined;

/** Bundles at most once per process, and not at all if the bundles of an earlier one are still valid. */
export function bundleFunctions(): void {
  if (packages !== undefined) return;
  const inputs = contentKey(root, BUNDLE_INPUTS);
  packages = packagesOfValidBundles(inputs) ?? bundle(inputs);
}

function packagesOfValidBundles(inputs: string): readonly string[] | undefined {
  try {
    const manifest = v.parse(manifestSchema, JSON.parse(readFileSync(MANIFEST, 'utf8')));
    const isValid = manifest.inputs === inputs && manifest.outputs === contentKey(BUNDLE_DIR, manifest.files);
    return isValid ? manifest.packages : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the names of the bundled packages. */
function bundle(inputs: string): readonly string[] {
  mkdirSync(BUNDLE_DIR, { recursive: true });
  const { outputFiles, metafile } = buildSync({
    write: false,
    metafile: true,
    absWorkingDir: root,
    entryPoints: [...functionFiles()].map(([entry, file]) => ({ in: file, out: `${entry}/index` })),
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
    alias: {
      http: NODE_HTTP,
      'node:http': NODE_HTTP,
      '@modelcontextprotocol/server/_shims': PROTOCOL_SHIMS,
    },
    // CommonJS dependencies in an ES module bundle still call require.
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    logLevel: 'warning',
  });
  execFileSync(process.execPath, [join(root, 'src', 'openapi', 'write-document.ts')], { stdio: 'inherit' });
  const consolePages = buildConsole(root);
  const files = [
    ...outputFiles.map(({ path, contents }) => ({ path, contents })),
    ...referenceAssets().map(({ name, contents }) => ({
      path: join(bundlePath('http/reference'), name),
      contents,
    })),
    {
      path: join(bundlePath('http/unknown-route'), ROUTES_FILE),
      contents: Buffer.from(JSON.stringify(ROUTES)),
    },
    {
      path: join(bundlePath('http/call-tools'), CONCEPTS_FILE),
      contents: Buffer.from(readConcepts(root)),
    },
    ...consolePages.files.map(({ name, contents }) => ({
      path: join(bundlePath('http/console'), name),
      contents,
    })),
  ];
  for (const { path, contents } of files) replaceFile(path, contents);
  const names = files.map(({ path }) => relative(BUNDLE_DIR, path));
  removeOthers(join(bundlePath('http/console'), CONSOLE_FOLDER), new Set(files.map(({ path }) => path)));
  const manifest: v.InferOutput<typeof manifestSchema> = {
    inputs,
    files: names,
    outputs: contentKey(BUNDLE_DIR, names),
    packages: packagesOf([...Object.keys(metafile.inputs), ...consolePages.inputs]),
  };
  replaceFile(MANIFEST, Buffer.from(JSON.stringify(manifest)));
  return manifest.packages;
}

/** Names that change with their contents leave the files of earlier builds behind, which would be deployed, too. */
function removeOthers(folder: string, kept: ReadonlySet<string>): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!kept.has(path)) rmSync(path, { force: true });
  }
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
