// webhooks add, list, change, …: where the events of an account are sent, and the list of them, through the public API.
import { randomBytes } from 'node:crypto';
import Table from 'cli-table3';
import { Option } from 'commander';
import { parseRequest } from '../../src/contract/parse.ts';
import { EVENT_TYPES } from '../../src/contract/resources/events.ts';
import {
  createEndpointRequest,
  updateEndpointRequest,
} from '../../src/contract/resources/webhook-endpoints.ts';
import { OperationError } from '../../src/operations/operation-error.ts';
import { printable } from '../report-pages/terminal-text.ts';
import { type ApiFlags, apiClient, KEY_OPTION, URL_OPTION } from './api-access.ts';
import type { Context } from './context.ts';

interface EndpointFlags extends ApiFlags {
  readonly name?: string;
  readonly to?: string;
  readonly event?: readonly string[];
  readonly allEvents?: true;
  readonly secretFrom?: string;
  readonly addSecretFrom?: string;
  readonly dropSecret?: string;
  readonly sentUntil?: number;
  readonly pause?: true;
  readonly resume?: true;
}

const IMPATIENT = { attempts: 3 };
const SECRET_BYTES = 32;

const eventOption = (what: string) =>
  new Option('--event <types...>', what).choices(EVENT_TYPES).conflicts('allEvents');

export function addEndpointCommands(context: Context): void {
  const webhooks = context.program
    .command('webhooks')
    .description('endpoints that are sent the events of the account, and the list of events');
  const command = (name: string, description: string) =>
    webhooks
      .command(name)
      .description(description)
      .option(...KEY_OPTION)
      .option(...URL_OPTION);
  const api = (flags: ApiFlags) => apiClient(context, flags, IMPATIENT);

  command('add', 'send the events of the account to an address from now on')
    .argument('<address>')
    .option('--name <name>', 'name of the endpoint; default the host of the address')
    .addOption(eventOption('types of events; default all'))
    .option(
      '--secret-from <variable>',
      'environment variable with the secret that signs; default a new one, which is printed',
    )
    .addHelpText('after', '\nExample:\n  npm run -s cli -- webhooks add https://example.com/hooks/events')
    .action(async (url: string, flags: EndpointFlags) => {
      const secret = secretIn('--secret-from', flags.secretFrom) ?? newSecret();
      const request = parseRequest(createEndpointRequest, { url, ...settings(flags), secret });
      const { client, call } = await api(flags);
      const made = await client.endpoints.create(request, call);
      const shown = flags.secretFrom === undefined ? { ...made, secret } : made;
      const secretLine = flags.secretFrom === undefined ? `\nIts secret, shown once: ${secret}` : '';
      context.print(shown, `Endpoint ${made.endpoint_id}. Try it: webhooks ping.${secretLine}`);
    });
  command('list', 'list the endpoints, oldest first')
    .addHelpText('after', '\nExample:\n  npm run -s cli -- webhooks list')
    .action(async (flags: ApiFlags) => {
      const { client, call } = await api(flags);
      const found = await client.endpoints.list(call);
      const table = new Table({
        head: ['endpoint', 'name', 'address', 'status', 'secrets', 'sent until', 'problem'],
        style: { head: [], border: [] },
      });
      for (const {
        endpoint_id,
        name,
        url,
        status,
        paused_because,
        secrets,
        sent_until,
        fail_reason,
      } of found)
        table.push([
          ...[endpoint_id, printable(name), printable(url)],
          paused_because === null ? status : `${status}: ${paused_because}`,
          ...[secrets.map(({ secret_id }) => secret_id).join('\n'), sent_until, printable(fail_reason ?? '')],
        ]);
      context.print(found, found.length === 0 ? 'There are no endpoints.' : table.toString());
    });
  command('change', 'pause or resume an endpoint, rotate its secret, or send events again')
    .argument('<endpoint-id>')
    .option('--name <name>', 'another name')
    .option('--to <address>', 'another address')
    .addOption(eventOption('types of events'))
    .option('--all-events', 'all types of events')
    .option(
      '--add-secret-from <variable>',
      'environment variable with a second secret: from now on, both sign',
    )
    .option('--drop-secret <id>', 'a secret that signs no more')
    .option('--sent-until <sequence>', 'continue after this event', Number)
    .addOption(new Option('--pause', 'send nothing').conflicts('resume'))
    .option('--resume', 'send what has happened meanwhile, and from now on')
    .addHelpText('after', '\nExample:\n  npm run -s cli -- webhooks change 01KAJ3… --pause')
    .action(async (endpointId: string, flags: EndpointFlags) => {
      const status = flags.pause ? { status: 'paused' } : flags.resume ? { status: 'active' } : {};
      const added = secretIn('--add-secret-from', flags.addSecretFrom);
      const request = parseRequest(updateEndpointRequest, {
        ...{ ...settings(flags), ...status },
        ...(flags.allEvents && { events: null }),
        ...(flags.to !== undefined && { url: flags.to }),
        ...(added !== undefined && { add_secret: added }),
        ...(flags.dropSecret !== undefined && { drop_secret: flags.dropSecret }),
        ...(flags.sentUntil !== undefined && { sent_until: flags.sentUntil }),
      });
      const { client, call } = await api(flags);
      const changed = await client.endpoints.update(endpointId, request, call);
      const secrets = changed.secrets.map(({ secret_id }) => secret_id).join(', ');
      context.print(changed, `Endpoint ${changed.endpoint_id} is ${changed.status}. Secrets: ${secrets}.`);
    });
  command('ping', 'send a test event to an endpoint once')
    .argument('<endpoint-id>')
    .addHelpText('after', '\nExample:\n  npm run -s cli -- webhooks ping 01KAJ3…')
    .action(async (endpointId: string, flags: ApiFlags) => {
      const { client, call } = await api(flags);
      const sent = await client.endpoints.ping(endpointId, call);
      context.print(sent, sent.outcome === 'delivered' ? 'Delivered.' : `Not delivered: ${sent.fail_reason}`);
      if (sent.outcome !== 'delivered') process.exitCode = 1;
    });
  command('deliveries', 'list the attempts to deliver events to an endpoint, newest first')
    .argument('<endpoint-id>')
    .addHelpText('after', '\nExample:\n  npm run -s cli -- webhooks deliveries 01KAJ3…')
    .action(async (endpointId: string, flags: ApiFlags) => {
      const { client, call } = await api(flags);
      const { deliveries } = await client.endpoints.deliveries(endpointId, {}, call).page();
      const table = new Table({
        head: ['at', 'event', 'sequence', 'attempt', 'outcome', 'response', 'problem'],
        style: { head: [], border: [] },
      });
      for (const { at, event, sequence, attempt, outcome, response_status, fail_reason } of deliveries)
        table.push([
          ...[at, event, sequence ?? '', attempt, outcome, response_status ?? ''],
          printable(fail_reason ?? ''),
        ]);
      context.print(deliveries, deliveries.length === 0 ? 'Nothing was sent.' : table.toString());
    });
  command('events', 'list the events of the account by ascending number')
    .option('--after <sequence>', 'only those after this one', Number, 0)
    .addHelpText('after', '\nExample:\n  npm run -s cli -- webhooks events --after 41')
    .action(async ({ after, ...flags }: ApiFlags & { readonly after: number }) => {
      const { client, call } = await api(flags);
      const { events } = await client.endpoints.events({ after, limit: 100 }, call).page();
      const table = new Table({ head: ['sequence', 'at', 'event', 'of'], style: { head: [], border: [] } });
      for (const one of events) {
        const of = one.import_id ?? one.export_id ?? one.report_id ?? one.erasure_id ?? one.schedule_id;
        table.push([one.sequence, one.timestamp, one.event, of ?? one.audience_id ?? '']);
      }
      context.print(events, events.length === 0 ? 'There are no events.' : table.toString());
    });
  command('remove', 'delete an endpoint with its secrets')
    .argument('<endpoint-id>')
    .addHelpText('after', '\nExample:\n  npm run -s cli -- webhooks remove 01KAJ3…')
    .action(async (endpointId: string, flags: ApiFlags) => {
      const { client, call } = await api(flags);
      const gone = await client.endpoints.delete(endpointId, call);
      context.print(gone, `Endpoint ${gone.endpoint_id} is deleted.`);
    });
}

function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

function settings({ name, event }: EndpointFlags) {
  return { ...(name !== undefined && { name }), ...(event !== undefined && { events: event }) };
}

/** Throws OperationError for a variable that is not set. */
function secretIn(option: string, variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined;
  const secret = process.env[variable];
  if (secret === undefined || secret === '')
    throw new OperationError(`${option}: the environment has no variable ${variable}`);
  return secret;
}
