// `start`: runs the local stage with the console until Ctrl-C.
import { resolve } from 'node:path';
import { openLocalCloud } from '../../local-cloud/open.ts';
import { stopOnSignals } from '../../local-cloud/stop-on-signals.ts';
import { createConsoleLink } from '../deployment/console-link.ts';

/** Exit code if the engine of the tables is gone. */
const ENGINE_LOST = 70;

export interface StartOptions {
  readonly likeAws: boolean;
  readonly installEngine: boolean;
}

export async function startService({ likeAws, installEngine }: StartOptions): Promise<void> {
  const began = performance.now();
  ignoreClosedPipe();
  const { cloud, dataDir, isOpen } = await openLocalCloud({
    log: process.env.VERBOSE === '1',
    likeAws,
    installsEngine: installEngine,
    // A supervisor starts the service again.
    onEngineLost: () => process.exit(ENGINE_LOST),
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `Order Analytics is ready at ${cloud.outputs.ApiUrl?.replace(cloud.url, cloud.publicUrl)} (${seconds} s). Data: ${resolve(dataDir)}`,
  );
  console.log(`The console:           ${await createConsoleLink(dataDir, cloud.publicUrl)}`);
  console.log('An account and a key:  npm run -s cli -- accounts create --plan max');
  console.log('The function logs:     VERBOSE=1 npm start');
  if (isOpen)
    console.log(
      `HOST=${process.env.HOST}:          other machines reach the console and the API. Requests need a key, but are not encrypted, and\n` +
        '                       webhooks go to private addresses, too: let only a network that you trust reach it, or a proxy with TLS.',
    );
  console.log('Ctrl-C stops everything.');
  stopOnSignals(cloud.stop);
}

// Ignores a closed output pipe for `start` and `demo`.

/** `… | head` closes the pipe after some lines. Other commands end then; the local cloud has to be stopped in order. */
export function ignoreClosedPipe(): void {
  process.stdout.removeAllListeners('error');
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
