// `npm start`: synthesizes the local stage and runs it until Ctrl-C.
import { resolve } from 'node:path';
import { openLocalCloud } from '../../local/open.ts';
import { stopOnSignals } from '../../local/stop-on-signals.ts';
import { consoleLink } from '../deployment/console-link.ts';
import { ignoreClosedPipe, readOptions } from './terminal.ts';

const USAGE = `usage: npm start [-- OPTION …]
Runs the service on this machine until Ctrl-C. Data: .local/

  --like-aws         DynamoDB's conflicts, throttling and latency
  --install-engine   install the engine of the tables that fits this machine, if it is missing
  VERBOSE=1          before the command: print the functions' logs

Exit codes: 0 stopped by a signal, 1 not started or stopped in a hurry, 70 the engine of the tables is gone`;
const ENGINE_LOST = 70;

const began = performance.now();
ignoreClosedPipe();
try {
  const values = readOptions(USAGE, {
    'install-engine': { type: 'boolean', default: false },
    'like-aws': { type: 'boolean', default: false },
  });
  const { cloud, dataDir } = await openLocalCloud({
    log: process.env.VERBOSE === '1',
    likeAws: values['like-aws'],
    installsEngine: values['install-engine'],
    // A supervisor starts it again.
    onEngineLost: () => process.exit(ENGINE_LOST),
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `Order Analytics is ready at ${cloud.outputs.ApiUrl} (${seconds} s). Data: ${resolve(dataDir)}`,
  );
  console.log(`The console:           ${await consoleLink(dataDir, cloud.url)}`);
  console.log('An account and a key:  npm run -s cli -- accounts create --plan max');
  console.log('The function logs:     VERBOSE=1 npm start');
  console.log('Ctrl-C stops everything.');
  stopOnSignals(cloud.stop);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
