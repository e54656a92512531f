// Synthesizes and runs the local stage, for `npm start`, the demo and the tests.
import { loadLocalAssembly } from '../../bin/local-assembly.ts';
import { readCloudFile } from './cloud-file.ts';
import { installEngine } from './engines/engine-package.ts';
import { parseGatewayAddress } from './gateway/address.ts';
import { type LocalCloud, startLocalCloud } from './local-cloud.ts';

const DATA_DIR = '.local';
const DEFAULT_PORT = 4_000;

export interface OpenOptions {
  /** Prints the functions' log. Errors are always printed. */
  readonly log: boolean;
  /** Refuses what AWS refuses a new account: docs/like-aws.md. */
  readonly likeAws?: boolean;
  /** Installs the DynamoDB engine of this platform with npm if it is missing. */
  readonly installsEngine?: boolean;
  readonly onEngineLost?: () => void;
}

/** Uses the data folder of this checkout, PORT or 4000, and HOST and PUBLIC_URL. */
export async function openLocalCloud({
  log,
  likeAws = false,
  installsEngine = false,
  onEngineLost,
}: OpenOptions): Promise<{ cloud: LocalCloud; dataDir: string; isOpen: boolean }> {
  const address = parseGatewayAddress(process.env);
  const running = readCloudFile(DATA_DIR);
  if (running !== undefined) {
    throw new Error(`a local cloud is running on ${DATA_DIR}/ already, at ${running.url}: stop it first`);
  }
  if (installsEngine && process.env.DYNAMODB_ENDPOINT === undefined) await installEngine(console.log);
  const { template, assemblyDir } = await loadLocalAssembly();
  const cloud = await startLocalCloud({
    template,
    assemblyDir,
    dataDir: DATA_DIR,
    port: Number(process.env.PORT ?? DEFAULT_PORT),
    address,
    dynamoDbEndpoint: process.env.DYNAMODB_ENDPOINT,
    likeAws,
    onEngineLost,
    log: ({ source, level, message }) => {
      if (log || level === 'error') console.error(`${source}: ${message}`);
    },
  });
  return { cloud, dataDir: DATA_DIR, isOpen: address.isOpen };
}
