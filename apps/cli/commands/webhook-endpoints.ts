// `webhooks`: manages the endpoints that receive an account's events, through the public API.
import { randomBytes } from 'node:crypto';
import { Option } from 'commander';
import { parseRequest } from '../../../src/contract/parse.ts';
import { EVENT_TYPES } from '../../../src/contract/resources/events.ts';
import {
  createEndpointRequest,
  DIGEST_LANGUAGES,
  type DigestLanguage,
  ENDPOINT_KINDS,
  type EndpointKind,
  updateEndpointRequest,
} from '../../../src/contract/resources/webhook-endpoints.ts';
import { OperationError } from '../../../src/service/operations/operation-error.ts';
import { formatPlainTable } from '../report-pages/terminal-text.ts';
import { type ApiFlags, createApiClient } from './api-access.ts';
import type { Context } from './context.ts';

interface EndpointFlags extends ApiFlags {
  readonly kind?: EndpointKind;
  readonly schedule?: string;
  readonly language?: DigestLanguage;
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

const SECRET_BYTES = 32;

const createEventOption = (what: string) =>
  new Option('--event <types...>', what).choices(EVENT_TYPES).conflicts('allEvents');

const createLanguageOption = (what: string) =>
  new Option('--language <language>', what).choices(DIGEST_LANGUAGES);

export function addEndpointCommands(context: Context): void {
  const webhooks = context.program
    .command('webhooks')
    .description(
      'endpoints that receive the events of the account or the digest of a schedule, and the list of events',
    );
  const addCommand = (name: string, description: string) => webhooks.command(name).description(description);
  const createApi = (flags: ApiFlags) => createApiClient(context, flags);

  addCommand('add', 'send the events of the account, or the digest of a schedule, to an address from now on')
    .argument('<address>')
    .addOption(
      new Option('--kind <kind>', 'what the address takes: signed events, or digests')
        .choices(ENDPOINT_KINDS)
        .default('webhook'),
    )
    .option(
      '--schedule <id>',
      'of slack, teams and email: each completed report of this schedule sends a digest',
    )
    .addOption(createLanguageOption('language of the digest; default en'))
    .option('--name <name>', 'name of the endpoint; default the host of the address')
    .addOption(createEventOption('types of events; default all'))
    .option(
      '--secret-from <variable>',
      'environment variable with the secret that signs; default a new one, which is printed',
    )
    .ofApi('webhooks add https://example.com/hooks/events')
    .action(async (address: string, flags: EndpointFlags) => {
      const { kind, schedule, secretFrom } = flags;
      const isMail = kind === 'email';
      const url = isMail && !address.startsWith('mailto:') ? `mailto:${address}` : address;
      const given = readSecret('--secret-from', secretFrom);
      const isNew = kind === 'webhook' && given === undefined;
      const secret = isNew ? createSecret() : given;
      const request = parseRequest(createEndpointRequest, {
        ...{ url, kind, ...pickSettings(flags) },
        ...(schedule !== undefined && { schedule_id: schedule }),
        ...(secret !== undefined && { secret }),
      });
      const { client, call } = await createApi(flags);
      const made = await client.endpoints.create(request, call);
      const shown = isNew ? { ...made, secret } : made;
      if (isMail) {
        const { fail_reason } = await client.endpoints.ping(made.endpoint_id, call);
        const outcome = fail_reason ?? 'the address gets an e-mail with a link to confirm';
        context.print(made, `Endpoint ${made.endpoint_id}: ${outcome}. Send another: webhooks ping.`);
        return;
      }
      const secretLine = isNew ? `\nIts secret, shown once: ${secret}` : '';
      context.print(shown, `Endpoint ${made.endpoint_id}. Try it: webhooks ping.${secretLine}`);
    });
  addCommand('list', 'list the endpoints, oldest first')
    .ofApi('webhooks list')
    .action(async (flags: ApiFlags) => {
      const { client, call } = await createApi(flags);
      const found = await client.endpoints.list(call);
      const rows = found.map(({ paused_because, secrets, ...one }) => [
        ...[one.endpoint_id, one.kind, one.name, one.url],
        paused_because === null ? one.status : `${one.status}: ${paused_because}`,
        ...[secrets.map(({ secret_id }) => secret_id).join('\n'), one.sent_until, one.fail_reason],
      ]);
      const head = ['endpoint', 'kind', 'name', 'address', 'status', 'secrets', 'sent until', 'problem'];
      context.print(found, formatPlainTable(head, rows, 'There are no endpoints.'));
    });
  addCommand('change', 'pause or resume an endpoint, rotate its secret, or send events again')
    .argument('<endpoint-id>')
    .option('--name <name>', 'another name')
    .option('--to <address>', 'another address')
    .addOption(createLanguageOption('another language of the digest'))
    .addOption(createEventOption('types of events'))
    .option('--all-events', 'all types of events')
    .option(
      '--add-secret-from <variable>',
      'environment variable with a second secret: from now on, both sign',
    )
    .option('--drop-secret <id>', 'id of a secret to remove: it signs no more events')
    .option('--sent-until <sequence>', 'continue after this event', Number)
    .addOption(new Option('--pause', 'send nothing').conflicts('resume'))
    .option('--resume', 'send events again, beginning with those since the pause')
    .ofApi('webhooks change 01KAJ3… --pause')
    .action(async (endpointId: string, flags: EndpointFlags) => {
      const status = flags.pause ? { status: 'paused' } : flags.resume ? { status: 'active' } : {};
      const added = readSecret('--add-secret-from', flags.addSecretFrom);
      const request = parseRequest(updateEndpointRequest, {
        ...{ ...pickSettings(flags), ...status },
        ...(flags.allEvents && { events: null }),
        ...(flags.to !== undefined && { url: flags.to }),
        ...(added !== undefined && { add_secret: added }),
        ...(flags.dropSecret !== undefined && { drop_secret: flags.dropSecret }),
        ...(flags.sentUntil !== undefined && { sent_until: flags.sentUntil }),
      });
      const { client, call } = await createApi(flags);
      const changed = await client.endpoints.update(endpointId, request, call);
      const secrets = changed.secrets.map(({ secret_id }) => secret_id).join(', ');
      const also = secrets === '' ? '' : ` Secrets: ${secrets}.`;
      context.print(changed, `Endpoint ${changed.endpoint_id} is ${changed.status}.${also}`);
    });
  addCommand('ping', 'send a test event to an endpoint once')
    .argument('<endpoint-id>')
    .ofApi('webhooks ping 01KAJ3…')
    .action(async (endpointId: string, flags: ApiFlags) => {
      const { client, call } = await createApi(flags);
      const sent = await client.endpoints.ping(endpointId, call);
      context.print(sent, sent.outcome === 'delivered' ? 'Delivered.' : `Not delivered: ${sent.fail_reason}`);
      if (sent.outcome !== 'delivered') process.exitCode = 1;
    });
  addCommand('deliveries', 'list the attempts to deliver events to an endpoint, newest first')
    .argument('<endpoint-id>')
    .ofApi('webhooks deliveries 01KAJ3…')
    .action(async (endpointId: string, flags: ApiFlags) => {
      const { client, call } = await createApi(flags);
      const { deliveries } = await client.endpoints.deliveries(endpointId, {}, call).page();
      const rows = deliveries.map(
        ({ at, event, sequence, attempt, outcome, response_status, fail_reason }) => [
          ...[at, event, sequence, attempt, outcome, response_status],
          fail_reason,
        ],
      );
      const head = ['at', 'event', 'sequence', 'attempt', 'outcome', 'response', 'problem'];
      context.print(deliveries, formatPlainTable(head, rows, 'Nothing was sent.'));
    });
  addCommand('events', 'list the events of the account by ascending number')
    .option('--after <sequence>', 'only those after this one', Number, 0)
    .ofApi('webhooks events --after 41')
    .action(async ({ after, ...flags }: ApiFlags & { readonly after: number }) => {
      const { client, call } = await createApi(flags);
      const { events } = await client.endpoints.events({ after, limit: 100 }, call).page();
      const rows = events.map((one) => {
        const of = one.import_id ?? one.export_id ?? one.report_id ?? one.erasure_id ?? one.schedule_id;
        return [one.sequence, one.timestamp, one.event, of ?? one.audience_id];
      });
      context.print(
        events,
        formatPlainTable(['sequence', 'at', 'event', 'of'], rows, 'There are no events.'),
      );
    });
  addCommand('remove', 'delete an endpoint with its secrets')
    .argument('<endpoint-id>')
    .ofApi('webhooks remove 01KAJ3…')
    .action(async (endpointId: string, flags: ApiFlags) => {
      const { client, call } = await createApi(flags);
      const gone = await client.endpoints.delete(endpointId, call);
      context.print(gone, `Endpoint ${gone.endpoint_id} is deleted.`);
    });
}

function createSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

function pickSettings({ name, event, language }: EndpointFlags) {
  return {
    ...(name !== undefined && { name }),
    ...(event !== undefined && { events: event }),
    ...(language !== undefined && { language }),
  };
}

/** Throws OperationError if the environment variable is not set. */
function readSecret(option: string, variable: string | undefined): string | undefined {
  if (variable === undefined) return undefined;
  const secret = process.env[variable];
  if (secret === undefined || secret === '')
    throw new OperationError(`${option}: the environment has no variable ${variable}`);
  return secret;
}
