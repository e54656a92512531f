// push: order files through the public API, as any client would.
import * as v from 'valibot';
import { createApiSender } from '../../src/backfill/api-sender.ts';
import { importJob } from '../../src/contract/orders.ts';
import { OperationError } from '../../src/operations/accounts.ts';
import { apiAccess } from './api-access.ts';
import { type Context, wait } from './context.ts';
import { addSendOptions, type Route, type SendFlags, sendFiles } from './send-files.ts';

interface PushFlags extends SendFlags {
  readonly key?: string;
  readonly url?: string;
}

/** As the contract advises. */
const IN_FLIGHT = 2;

export function addPushCommand(context: Context): void {
  const command = context.program
    .command('push')
    .description('send order files through the public API, two requests in flight')
    .argument('<files...>', 'CSV or NDJSON, gzip of either; paths, - for standard input, s3://bucket/key')
    .option('--key <key>', 'API key; ORDER_ANALYTICS_API_KEY unless given')
    .option('--url <url>', "the API's address; that of the stage unless given")
    .addHelpText(
      'after',
      `
Examples:
  ORDER_ANALYTICS_API_KEY=afn_… npm run -s cli -- push orders.csv --dataset history
  npm run -s cli -- push orders.ndjson.gz --key afn_… --url https://api.example.com/api/v1`,
    );
  addSendOptions(command).action((files: string[], flags: PushFlags) =>
    sendFiles(context, files, flags, () => apiRoute(context, flags)),
  );
}

async function apiRoute(context: Context, flags: PushFlags): Promise<Route> {
  const { baseUrl, apiKey } = await apiAccess(context, flags);
  return {
    target: { baseUrl, dataset: flags.dataset },
    inFlight: IN_FLIGHT,
    send: createApiSender({
      baseUrl,
      apiKey,
      datasetId: flags.dataset,
      fetch,
      wait,
      random: Math.random,
      onWait: (why, ms) => console.error(`${why}; again in ${(ms / 1_000).toFixed(1)} s`),
    }),
    async readImport(importId) {
      for (;;) {
        const response = await fetch(`${baseUrl}/data/orders?import_id=${importId}`, {
          headers: { Authorization: `Bearer ${apiKey}` },
        });
        if (response.status === 429) {
          await wait(1_000 * Number(response.headers.get('Retry-After') ?? 1));
          continue;
        }
        const text = await response.text();
        if (!response.ok) throw new OperationError(`import ${importId}: ${response.status} ${text}`);
        return v.parse(v.pipe(v.string(), v.parseJson(), importJob), text);
      }
    },
  };
}
