// `sources`: manages shops whose order webhooks the service receives, and whose orders it reads, through the
// public API.

import type { Source } from '../../../packages/client/src/index.ts';
import {
  CUSTOMER_IDENTIFIERS,
  type CustomerIdentifier,
  SOURCE_KINDS,
  type SourceKind,
} from '../../../src/contract/source.ts';
import { OperationError } from '../../../src/service/operations/operation-error.ts';
import { formatPlainTable } from '../report-pages/terminal-text.ts';
import { type ApiFlags, createApiClient } from './api-access.ts';
import type { Context } from './context.ts';

interface AddFlags extends ApiFlags {
  readonly secret?: string;
  readonly dataset?: string;
  readonly name?: string;
  readonly customers?: string;
}

interface ConnectFlags extends ApiFlags {
  readonly address: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly token?: string;
  readonly consumerKey?: string;
  readonly consumerSecret?: string;
  readonly secret?: string;
  readonly dataset?: string;
}

const TOPICS: Readonly<Record<SourceKind, string>> = {
  shopify:
    'Settings > Notifications > Webhooks: Order creation, Order update, Order cancellation and Refund create, in JSON',
  woocommerce:
    'WooCommerce > Settings > Advanced > Webhooks: Order created, Order updated, Order deleted and Order restored',
};

export function addSourceCommands(context: Context): void {
  const { program, print } = context;
  const sources = program
    .command('sources')
    .description('shops whose orders are read, and whose order webhooks are received');

  sources
    .command('add')
    .description('create an address for the order webhooks of a shop')
    .argument('<kind>', `the kind of shop: ${SOURCE_KINDS.join(' or ')}`)
    .option('--secret <secret>', 'the secret that the shop signs with; it can be set later with rotate')
    .option('--dataset <slug>', 'the dataset of its orders; default default')
    .option('--name <name>', 'display name; default the kind')
    .option(
      '--customers <by>',
      'what identifies a customer: email or id; default as in order files of this kind',
    )
    .ofApi('sources add woocommerce --secret "$SECRET"')
    .action(async (kind: string, { secret, dataset, name, customers, ...flags }: AddFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const request = {
        kind: parseChoice(SOURCE_KINDS, kind, 'kind'),
        customer_identifier: parseIdentifier(customers),
        ...{ secret, dataset_id: dataset, name },
      };
      const source = await client.sources.create(request, call);
      print(
        source,
        [
          `Source ${source.source_id}, for dataset ${source.dataset_id}. Address for the shop:`,
          `  ${source.url}`,
          `Add it in the shop for these events: ${TOPICS[source.kind]}.`,
          ...(source.has_secret
            ? []
            : [`Then set the secret: sources rotate ${source.source_id} --secret SECRET`]),
        ].join('\n'),
      );
    });

  sources
    .command('list')
    .description('list sources with the outcomes of their events')
    .ofApi('sources list')
    .action(async (flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const found = await client.sources.list(call);
      const rows = found.map((source) => {
        const { source_id, name, dataset_id, events, last_event_at } = source;
        const { accepted, duplicates, ignored } = events;
        return [
          source_id,
          name,
          dataset_id,
          describeStatus(source),
          describeConnection(source),
          accepted,
          duplicates,
          ignored,
          last_event_at,
        ];
      });
      const head = [
        ...['source', 'name', 'dataset', 'status', 'connection'],
        ...['accepted', 'duplicates', 'ignored', 'last event'],
      ];
      print(found, formatPlainTable(head, rows, 'There are no sources.'));
    });

  sources
    .command('connect')
    .description('read all orders of a shop with its credentials, and compare it from then on')
    .argument('<shop>', `the kind of shop, or the id of a source: ${SOURCE_KINDS.join(', ')} or 01KAJ3…`)
    .requiredOption(
      '--address <address>',
      'Shopify: the domain that ends in .myshopify.com; WooCommerce: https',
    )
    .option('--client-id <id>', 'Shopify: the client ID of an app of the Dev Dashboard')
    .option('--client-secret <secret>', 'Shopify: the client secret of the same app')
    .option(
      '--token <token>',
      'Shopify, for an app of the admin from before 2026: its Admin API access token',
    )
    .option('--consumer-key <key>', 'WooCommerce: the consumer key of a REST API key')
    .option('--consumer-secret <secret>', 'WooCommerce: the consumer secret of the same key')
    .option(
      '--secret <secret>',
      'Shopify, with --token: the API secret key of the app, with which the shop signs its events',
    )
    .option('--dataset <slug>', 'the dataset of a new source; default default')
    .ofApi(
      'sources connect shopify --address tea-house.myshopify.com --client-id "$ID" --client-secret "$SECRET"',
    )
    .action(async (shop: string, given: ConnectFlags) => {
      const {
        address,
        token,
        clientId,
        clientSecret,
        consumerKey,
        consumerSecret,
        secret,
        dataset,
        ...flags
      } = given;
      const { client, call } = await createApiClient(context, flags);
      const credentials = {
        ...{ address, client_id: clientId, client_secret: clientSecret, access_token: token },
        ...{ consumer_key: consumerKey, consumer_secret: consumerSecret },
      };
      const kind = SOURCE_KINDS.find((one) => one === shop);
      const source =
        kind === undefined
          ? await client.sources.update(shop, { credentials, ...(secret && { secret }) }, call)
          : await client.sources.create({ kind, credentials, secret, dataset_id: dataset }, call);
      print(
        source,
        `Source ${source.source_id} reads ${source.connection?.address} into dataset ${source.dataset_id}. Progress: sources list`,
      );
    });

  sources
    .command('pull <source-id>')
    .description('compare a connected shop now, or continue after a cancellation or a failure')
    .option('--cancel', 'read nothing more until the next pull')
    .ofApi('sources pull 01KAJ3…')
    .action(async (sourceId: string, { cancel, ...flags }: ApiFlags & { readonly cancel?: boolean }) => {
      const { client, call } = await createApiClient(context, flags);
      const source = await client.sources.update(sourceId, { pull: cancel ? 'cancel' : 'now' }, call);
      print(source, `Source ${source.source_id}: ${describeConnection(source)}.`);
    });

  sources
    .command('disconnect <source-id>')
    .description('delete the credentials of a shop, and the webhooks that they added; its orders stay')
    .option('--erase <dataset>', 'erase all orders of its dataset, too; name the dataset to confirm')
    .ofApi('sources disconnect 01KAJ3…')
    .action(async (sourceId: string, { erase, ...flags }: ApiFlags & { readonly erase?: string }) => {
      const { client, call } = await createApiClient(context, flags);
      const { dataset_id: dataset } = await client.sources.get(sourceId, call);
      if (erase !== undefined && erase !== dataset)
        throw new OperationError(`--erase: expected ${dataset}, the dataset of the source, got ${erase}`);
      // First: a dataset that cannot be erased leaves the shop connected.
      const erasure = erase === undefined ? undefined : await client.datasets.delete(dataset, call);
      const source = await client.sources.update(sourceId, { credentials: null }, call);
      const erased = erasure && ` Dataset ${dataset} is being erased: ${erasure.erasure_id}.`;
      print(
        { ...source, ...(erasure && { erasure_id: erasure.erasure_id }) },
        `Source ${source.source_id} is disconnected.${erased ?? ''}`,
      );
    });

  sources
    .command('rotate <source-id>')
    .description('replace the secret of a source; the former one is accepted for another 24 hours')
    .requiredOption('--secret <secret>', 'the secret that the shop signs with from now on')
    .ofApi('sources rotate 01KAJ3… --secret "$SECRET"')
    .action(async (sourceId: string, { secret, ...flags }: ApiFlags & { readonly secret: string }) => {
      const { client, call } = await createApiClient(context, flags);
      const source = await client.sources.update(sourceId, { secret }, call);
      const until = source.former_secret_until;
      print(
        source,
        until === null
          ? 'The secret is set.'
          : `The secret is replaced; the former one is accepted until ${until}.`,
      );
    });

  sources
    .command('activate <source-id>')
    .description('receive events again after a pause, or after the dataset was erased')
    .ofApi('sources activate 01KAJ3…')
    .action(async (sourceId: string, flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const source = await client.sources.update(sourceId, { status: 'active' }, call);
      print(source, `Source ${source.source_id} is active.`);
    });

  sources
    .command('remove <source-id>')
    .description('delete a source: its address and its secret; the orders that it brought stay')
    .ofApi('sources remove 01KAJ3…')
    .action(async (sourceId: string, flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const source = await client.sources.delete(sourceId, call);
      print(source, `Source ${source.source_id} is deleted. Delete its webhooks in the shop, too.`);
    });
}

function describeStatus({ status, paused_because, has_secret }: Source): string {
  if (paused_because === 'dataset_erased') return 'paused: its dataset was erased';
  return has_secret ? status : 'no secret';
}

function describeConnection({ connection }: Source): string {
  if (connection === null) return 'not connected';
  const { status, orders_read, orders_expected, last_comparison, fail_reason } = connection;
  const read = `${orders_read}${orders_expected === null ? '' : ` of ${orders_expected}`} orders read`;
  const repaired = last_comparison === null ? '' : `, ${last_comparison.repaired} repaired at last`;
  return `${status.replaceAll('_', ' ')}, ${read}${repaired}${fail_reason === null ? '' : `: ${fail_reason}`}`;
}

function parseIdentifier(given: string | undefined): CustomerIdentifier | undefined {
  return given === undefined ? undefined : parseChoice(CUSTOMER_IDENTIFIERS, given, '--customers');
}

function parseChoice<const T extends string>(known: readonly T[], given: string, name: string): T {
  const found = known.find((value) => value === given);
  if (found === undefined) throw new OperationError(`${name}: expected ${known.join(' or ')}, got ${given}`);
  return found;
}
