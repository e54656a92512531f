// `audiences send-to`, `destinations` and `deliveries`: manage copies of an audience elsewhere, through the public API.

import { Option } from 'commander';
import { parseRequest } from '../../../../src/contract/parse.ts';
import {
  createDestinationRequest,
  DESTINATION_KINDS,
  updateDestinationRequest,
} from '../../../../src/contract/resources/destinations.ts';
import { OperationError } from '../../../../src/service/operations/operation-error.ts';
import { formatPlainTable } from '../../report-pages/terminal-text.ts';
import { type ApiFlags, createApiClient } from '../api-access.ts';
import type { CliCommand } from '../cli-command.ts';
import type { Context } from '../context.ts';

interface SettingFlags extends ApiFlags {
  readonly kind?: string;
  readonly name?: string;
  readonly to?: string;
  readonly list?: string;
  readonly secretFrom?: string;
  readonly pause?: true;
  readonly resume?: true;
}

const SECRET_OPTION = [
  '--secret-from <variable>',
  'environment variable with the secret, to keep it out of the process list',
] as const;

export function addDestinationCommands(context: Context, audiences: CliCommand): void {
  audiences
    .command('send-to <audience-id>')
    .description('keep a copy of an audience elsewhere up to date')
    .addOption(
      new Option('--kind <kind>', 'what it is sent to').choices(DESTINATION_KINDS).makeOptionMandatory(),
    )
    .option('--name <name>', 'name of the destination; default its kind')
    .option('--to <address>', 'for a webhook: the address that receives the pages')
    .option('--list <id>', 'of klaviyo: the list')
    .requiredOption(...SECRET_OPTION)
    .ofApi('audiences send-to 01KAJ3… --kind klaviyo --list Y6nRLr --secret-from KLAVIYO_KEY')
    .action(async (audienceId: string, flags: SettingFlags) => {
      const given = {
        kind: flags.kind,
        ...readSettings(flags),
        ...(flags.list !== undefined && { list_id: flags.list }),
      };
      const request = parseRequest(createDestinationRequest, given);
      const { client, call } = await createApiClient(context, flags);
      const made = await client.audiences.createDestination(audienceId, request, call);
      context.print(made, `Destination ${made.destination_id}. List its deliveries: audiences deliveries.`);
    });
  audiences
    .command('destinations <audience-id>')
    .description('list the destinations of an audience')
    .ofApi('audiences destinations 01KAJ3…')
    .action(async (audienceId: string, flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const found = await client.audiences.destinations(audienceId, call);
      const rows = found.map(({ destination_id, kind, name, status, in_step_with, fail_reason }) => {
        const { customers = '', as_of = 'never' } = in_step_with ?? {};
        return [destination_id, kind, name, status, customers, as_of, fail_reason];
      });
      const head = ['destination', 'kind', 'name', 'status', 'customers', 'in step as of', 'problem'];
      context.print(found, formatPlainTable(head, rows, 'There are no destinations.'));
    });
  audiences
    .command('deliveries <audience-id>')
    .description('list the deliveries to the destinations of an audience, newest first')
    .ofApi('audiences deliveries 01KAJ3…')
    .action(async (audienceId: string, flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const { deliveries } = await client.audiences.deliveries(audienceId, {}, call).page();
      const rows = deliveries.map((one) => {
        const { delivery_id, destination_id, status, joined, left, erased, refused, fail_reason } = one;
        return [delivery_id, destination_id, status, joined, left, erased, refused, fail_reason];
      });
      const head = ['delivery', 'destination', 'status', 'joined', 'left', 'erased', 'refused', 'problem'];
      context.print(deliveries, formatPlainTable(head, rows, 'Nothing was sent.'));
    });
  audiences
    .command('change-destination <audience-id> <destination-id>')
    .description('pause or resume a destination, or replace its secret or address')
    .option('--name <name>', 'another name')
    .option('--to <address>', 'for a webhook: another address of the same receiver')
    .option(...SECRET_OPTION)
    .addOption(new Option('--pause', 'send nothing').conflicts('resume'))
    .option('--resume', 'send changes again, beginning with those since the pause')
    .ofApi('audiences change-destination 01KAJ3… 01KAJ4… --pause')
    .action(async (audienceId: string, destinationId: string, flags: SettingFlags) => {
      const status = flags.pause ? { status: 'paused' } : flags.resume ? { status: 'active' } : {};
      const request = parseRequest(updateDestinationRequest, { ...readSettings(flags), ...status });
      const { client, call } = await createApiClient(context, flags);
      const changed = await client.audiences.updateDestination(audienceId, destinationId, request, call);
      context.print(changed, `Destination ${changed.destination_id} is ${changed.status}.`);
    });
  audiences
    .command('stop-sending <audience-id> <destination-id>')
    .description('delete a destination with its secret; customers already sent stay there')
    .ofApi('audiences stop-sending 01KAJ3… 01KAJ4…')
    .action(async (audienceId: string, destinationId: string, flags: ApiFlags) => {
      const { client, call } = await createApiClient(context, flags);
      const gone = await client.audiences.deleteDestination(audienceId, destinationId, call);
      context.print(gone, `Destination ${gone.destination_id} is deleted.`);
    });
}

/** Throws OperationError if the environment variable is not set. */
function readSettings({ name, to, secretFrom }: SettingFlags) {
  const secret = secretFrom === undefined ? undefined : process.env[secretFrom];
  if (secretFrom !== undefined && (secret === undefined || secret === ''))
    throw new OperationError(`--secret-from: the environment has no variable ${secretFrom}`);
  return {
    ...(name !== undefined && { name }),
    ...(to !== undefined && { url: to }),
    ...(secret !== undefined && { secret }),
  };
}
