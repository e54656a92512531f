// `push`: sends order files through the public API, as any client would.
import { PUSH_MODES, type PushMode } from '../../../../src/contract/resources/orders/orders.ts';
import { createApiClient } from '../api-access.ts';
import { KEY_OPTION, URL_OPTION } from '../cli-command.ts';
import type { Context } from '../context.ts';
import { addSendOptions, runSend, type SendFlags, type SendRoute } from './send-files.ts';

interface PushFlags extends SendFlags {
  readonly key?: string;
  readonly url?: string;
  readonly mode?: PushMode;
}

/** The number that the contract recommends. */
const IN_FLIGHT = 2;
/** The longest time that the service holds a read. */
const HELD_SECONDS = 20;

export function addPushCommand(context: Context): void {
  const command = context.program
    .command('push')
    .description('send order files through the public API, two requests in flight')
    .argument(
      '<files...>',
      'CSV, JSON, .xlsx, .ods, Parquet, also zipped; paths, - for standard input, s3://bucket/key',
    )
    .choice(
      '--mode <mode>',
      'what a row does to fields that its file does not have: set their defaults, or keep their values; default replace',
      PUSH_MODES,
    )
    .option(...KEY_OPTION)
    .option(...URL_OPTION)
    .addHelpText(
      'after',
      `
Examples:
  ORDER_ANALYTICS_API_KEY=afn_… npm run -s cli -- push orders.csv --dataset history
  npm run -s cli -- push orders.ndjson.gz --key afn_… --url https://api.example.com/api/v1`,
    );
  addSendOptions(command).action((files: string[], flags: PushFlags) =>
    runSend(context, files, flags, () => createApiRoute(context, flags)),
  );
}

async function createApiRoute(context: Context, flags: PushFlags): Promise<SendRoute> {
  const { client, baseUrl, call } = await createApiClient(context, flags, {});
  const datasetId = flags.dataset;
  return {
    target: { baseUrl, dataset: datasetId },
    inFlight: IN_FLIGHT,
    async send({ orders, summary: sourceSummary }, idempotencyKey) {
      const options = { datasetId, mode: flags.mode, sourceSummary, idempotencyKey, ...call };
      return (await client.submit(orders, options)).import_id;
    },
    dataset: {
      async read() {
        for await (const one of client.datasets.list({}, call)) if (one.slug === datasetId) return one;
        return undefined;
      },
      change: (changes) => client.datasets.change(datasetId, changes, call),
    },
    readImport: (importId) => client.imports.get(importId, { waitSeconds: HELD_SECONDS, ...call }),
  };
}
