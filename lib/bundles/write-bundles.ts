// A program that bundles all functions in one esbuild run, each into its own folder: faster than one run per
// function, and no Docker. Folder names are stable, so that an unchanged function keeps its asset hash.
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { toRoute } from '../../src/contract/operation.ts';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { ROUTES } from '../../src/contract/routes.ts';
import { createReferenceAssets } from '../../src/openapi/reference/reference-assets.ts';
import {
  CONCEPTS_FILE,
  CONSOLE_FOLDER,
  ROUTES_FILE,
  readConcepts,
} from '../../src/service/wiring/packaged-files.ts';
import '../../src/openapi/write-document.ts';
import { BUNDLE_INPUTS, computeContentKey } from './bundle-inputs.ts';
import { buildConsole } from './console-files.ts';
import { BUNDLE_DIR, type BundleManifest, getBundlePath, MANIFEST, root } from './function-bundles.ts';
import { UNUSED_CONSTANTS } from './unused-constants.ts';

/** Credential providers that a Lambda never uses, because its credentials are in the environment. */
const UNREACHABLE = [
  ...['sso', 'ini', 'process', 'web-identity', 'login', 'http'].map(
    (source) => `@aws-sdk/credential-provider-${source}`,
  ),
  '@aws-sdk/nested-clients/sso-oidc',
  '@smithy/credential-provider-imds',
];

const NODE_HTTP = join(root, 'lib', 'bundles', 'node-http.mjs');
const PROTOCOL_SHIMS = join(root, 'lib', 'bundles', 'protocol-shims.mjs');
const SDK_SHIMS = join(root, 'lib', 'bundles', 'sdk-shims.mjs');

/** Parts of the SDK that its clients load and no function uses. */
const UNUSED = [
  '@aws-sdk/endpoint-cache',
  '@aws-sdk/eventstream-handler-node',
  '@aws-sdk/middleware-eventstream',
  '@aws-sdk/middleware-websocket',
  '@smithy/core/event-streams',
];

const functions = globSync('functions/**/*.ts', { cwd: root }).sort();
const [{ outputFiles, metafile }, consolePages] = await Promise.all([
  build({
    write: false,
    metafile: true,
    absWorkingDir: root,
    // Names without folders: a file that moves between folders of functions/http keeps its name in logs and
    // metrics.
    entryPoints: functions.map((file) => ({
      in: file,
      out: `${file.split('/')[1]}/${basename(file, '.ts')}/index`,
    })),
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
      ...Object.fromEntries(UNUSED.map((name) => [name, SDK_SHIMS])),
      '@modelcontextprotocol/server/_shims': PROTOCOL_SHIMS,
    },
    plugins: [UNUSED_CONSTANTS],
    // CommonJS dependencies in an ES module bundle still call require.
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
    logLevel: 'warning',
  }),
  buildConsole(root),
]);
const ids = new Map(OPERATIONS.map((one) => [`${one.method} ${toRoute(one)}`, one.operationId]));
const operationIds = Object.fromEntries(ROUTES.map((route) => [route, ids.get(route) ?? null]));
const files = [
  ...outputFiles,
  ...createReferenceAssets().map(({ name, contents }) => ({
    path: join(getBundlePath('http/reference'), name),
    contents,
  })),
  ...['http/unknown-route', 'http/manage-keys'].map((entry) => ({
    path: join(getBundlePath(entry), ROUTES_FILE),
    contents: Buffer.from(JSON.stringify(operationIds)),
  })),
  {
    path: join(getBundlePath('http/call-tools'), CONCEPTS_FILE),
    contents: Buffer.from(readConcepts(root)),
  },
  ...consolePages.files.map(({ name, contents }) => ({
    path: join(getBundlePath('http/console'), name),
    contents,
  })),
];
for (const { path, contents } of files) replaceFile(path, contents);
removeOthers(join(getBundlePath('http/console'), CONSOLE_FOLDER), new Set(files.map(({ path }) => path)));
const names = files.map(({ path }) => relative(BUNDLE_DIR, path));
const manifest: BundleManifest = {
  inputs: computeContentKey(root, BUNDLE_INPUTS),
  files: names,
  outputs: computeContentKey(BUNDLE_DIR, names),
  packages: listPackages([...Object.keys(metafile.inputs), ...consolePages.inputs]),
};
replaceFile(MANIFEST, Buffer.from(JSON.stringify(manifest)));

/** Removes files of earlier builds, which would be deployed, too: names change with their contents. */
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
  const draft = join(dirname(BUNDLE_DIR), `draft-${process.pid}`);
  writeFileSync(draft, contents);
  renameSync(draft, path);
}

/** Returns the packages' names, ascending: `node_modules/@a/b/node_modules/c/index.js` belongs to c. */
function listPackages(paths: readonly string[]): string[] {
  const names = paths.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set(names)].sort();
}
