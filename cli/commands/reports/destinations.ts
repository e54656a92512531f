// audiences send-to, destinations, deliveries, …: copies of an audience elsewhere, through the public API.
import Table from 'cli-table3';
import { type Command, Option } from 'commander';
import { parseRequest } from '../../../src/contract/parse.ts';
import {
  createDestinationRequest,
  DESTINATION_KINDS,
  updateDestinationRequest,
} from '../../../src/contract/resources/destinations.ts';
import { OperationError } from '../../../src/operations/operation-error.ts';
import { printable } from '../../report-pages/terminal-text.ts';
import { type ApiFlags, apiClient, KEY_OPTION, URL_OPTION } from '../api-access.ts';
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

const IMPATIENT = { attempts: 3 };
const SECRET_OPTION = [
  '--secret-from <variable>',
  'environment variable with the secret, which so stays out of the process list',
] as const;

export function addDestinationCommands(context: Context, audiences: Command): void {
  audiences
    .command('send-to')
    .description('keep a copy of an audience elsewhere in step')
    .argument('<audience-id>')
    .addOption(
      new Option('--kind <kind>', 'what it is sent to').choices(DESTINATION_KINDS).makeOptionMandatory(),
    )
    .option('--name <name>', 'name of the destination; default its kind')
    .option('--to <address>', 'of a webhook: the address that receives the pages')
    .option('--list <id>', 'of klaviyo: the list')
    .requiredOption(...SECRET_OPTION)
    .option(...KEY_OPTION)
    .option(...URL_OPTION)
    .addHelpText(
      'after',
      `
Example:
  npm run -s cli -- audiences send-to 01KAJ3… --kind klaviyo --list Y6nRLr --secret-from KLAVIYO_KEY`,
    )
    .action(async (audienceId: string, flags: SettingFlags) => {
      const given = {
        kind: flags.kind,
        ...settings(flags),
        ...(flags.list !== undefined && { list_id: flags.list }),
      };
      const request = parseRequest(createDestinationRequest, given);
      const { client, call } = await apiClient(context, flags, IMPATIENT);
      const made = await client.audiences.createDestination(audienceId, request, call);
      context.print(made, `Destination ${made.destination_id}. See what it is sent: audiences deliveries.`);
    });
  audiences
    .command('destinations')
    .description('list the destinations of an audience')
    .argument('<audience-id>')
    .option(...KEY_OPTION)
    .option(...URL_OPTION)
    .addHelpText('after', '\nExample:\n  npm run -s cli -- audiences destinations 01KAJ3…')
    .action(async (audienceId: string, flags: ApiFlags) => {
      const { client, call } = await apiClient(context, flags, IMPATIENT);
      const found = await client.audiences.destinations(audienceId, call);
      const table = new Table({
        head: ['destination', 'kind', 'name', 'status', 'customers', 'in step as of', 'problem'],
        style: { head: [], border: [] },
      });
      for (const { destination_id, kind, name, status, in_step_with, fail_reason } of found) {
        const { customers = '', as_of = 'never' } = in_step_with ?? {};
        table.push([
          destination_id,
          kind,
          printable(name),
          status,
          customers,
          as_of,
          printable(fail_reason ?? ''),
        ]);
      }
      context.print(found, found.length === 0 ? 'There are no destinations.' : table.toString());
    });
  audiences
    .command('deliveries')
    .description('list what the destinations of an audience were sent, newest first')
    .argument('<audience-id>')
    .option(...KEY_OPTION)
    .option(...URL_OPTION)
    .addHelpText('after', '\nExample:\n  npm run -s cli -- audiences deliveries 01KAJ3…')
    .action(async (audienceId: string, flags: ApiFlags) => {
      const { client, call } = await apiClient(context, flags, IMPATIENT);
      const { deliveries } = await client.audiences.deliveries(audienceId, {}, call).page();
      const table = new Table({
        head: ['delivery', 'destination', 'status', 'joined', 'left', 'erased', 'refused', 'problem'],
        style: { head: [], border: [] },
      });
      for (const one of deliveries) {
        const { delivery_id, destination_id, status, joined, left, erased, refused, fail_reason } = one;
        table.push([
          delivery_id,
          destination_id,
          status,
          joined,
          left,
          erased,
          refused,
          printable(fail_reason ?? ''),
        ]);
      }
      context.print(deliveries, deliveries.length === 0 ? 'Nothing was sent.' : table.toString());
    });
  audiences
    .command('change-destination')
    .description('pause or resume a destination, or replace its secret or address')
    .argument('<audience-id>')
    .argument('<destination-id>')
    .option('--name <name>', 'another name')
    .option('--to <address>', 'of a webhook: another address of the same receiver')
    .option(...SECRET_OPTION)
    .addOption(new Option('--pause', 'send nothing').conflicts('resume'))
    .option('--resume', 'send what has changed meanwhile, and from now on')
    .option(...KEY_OPTION)
    .option(...URL_OPTION)
    .addHelpText(
      'after',
      '\nExample:\n  npm run -s cli -- audiences change-destination 01KAJ3… 01KAJ4… --pause',
    )
    .action(async (audienceId: string, destinationId: string, flags: SettingFlags) => {
      const status = flags.pause ? { status: 'paused' } : flags.resume ? { status: 'active' } : {};
      const request = parseRequest(updateDestinationRequest, { ...settings(flags), ...status });
      const { client, call } = await apiClient(context, flags, IMPATIENT);
      const changed = await client.audiences.updateDestination(audienceId, destinationId, request, call);
      context.print(changed, `Destination ${changed.destination_id} is ${changed.status}.`);
    });
  audiences
    .command('stop-sending')
    .description('delete a destination with its secret; the customers that it was sent stay there')
    .argument('<audience-id>')
    .argument('<destination-id>')
    .option(...KEY_OPTION)
    .option(...URL_OPTION)
    .addHelpText('after', '\nExample:\n  npm run -s cli -- audiences stop-sending 01KAJ3… 01KAJ4…')
    .action(async (audienceId: string, destinationId: string, flags: ApiFlags) => {
      const { client, call } = await apiClient(context, flags, IMPATIENT);
      const gone = await client.audiences.deleteDestination(audienceId, destinationId, call);
      context.print(gone, `Destination ${gone.destination_id} is deleted.`);
    });
}

/** Throws OperationError for a variable that is not set. */
function settings({ name, to, secretFrom }: SettingFlags) {
  const secret = secretFrom === undefined ? undefined : process.env[secretFrom];
  if (secretFrom !== undefined && (secret === undefined || secret === ''))
    throw new OperationError(`--secret-from: the environment has no variable ${secretFrom}`);
  return {
    ...(name !== undefined && { name }),
    ...(to !== undefined && { url: to }),
    ...(secret !== undefined && { secret }),
  };
}
