// Ids that URL parsers take for something else, as arguments of every command that asks the API: the command requests what it
// requests for any other id, with that id in its place, or nothing.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { commandTree, leafCommands } from '../../cli/completion/command-tree.ts';
import { createProgram } from '../../cli/program.ts';
import { runCommand } from '../../cli/run-command.ts';
import { createApiKey } from '../../src/core/accounts/api-key.ts';

const KEY = createApiKey((below) => 7 % below);
const IDS = ['.', '..', '', '%2e%2e', 'a/b', '../b'];
const PLAIN = 'plain-id';
const ID_ARGUMENT = /(^|-)(id|slug|customer|order)$/;

const commands = leafCommands(commandTree(await createProgram())).flatMap(({ path, command }) => {
  const has = (long: string) => command.options.some((option) => option.long === long);
  const names = command.registeredArguments.filter(({ required }) => required).map((each) => each.name());
  return has('--url') && has('--key') && names.some((name) => ID_ARGUMENT.test(name))
    ? [{ name: path.join(' '), path, command, names }]
    : [];
});

/** The method and address of each request. */
async function requestsOf(args: readonly string[]): Promise<readonly string[]> {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    const { pathname, search } = new URL(url);
    requests.push(`${method} ${pathname}${search}`);
    return Response.json({ error: 'stop here', code: 'not_found' }, { status: 404 });
  });
  vi.stubEnv('RECEIVER_SECRET', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  for (const name of ['log', 'error'] as const) vi.spyOn(console, name).mockImplementation(() => undefined);
  await runCommand(args);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  process.exitCode = 0;
  return requests;
}

const inPath = (id: string): string =>
  id === '.' || id === '..' ? Buffer.from(id).toString('base64url') : encodeURIComponent(id);

afterEach(() => {
  process.exitCode = 0;
});

describe('a command', () => {
  it('is found for each kind of id', () => {
    expect(commands.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['orders delete', 'audiences stop-sending', 'datasets set', 'report show']),
    );
  });

  it.each(commands)(
    '$name names the id that it was given, or requests nothing',
    async ({ path, command, names }) => {
      const ids = names.flatMap((name, at) => (ID_ARGUMENT.test(name) ? [at] : []));
      const needed = command.options.flatMap(({ long, mandatory, argChoices }) =>
        mandatory && long
          ? [long, argChoices?.[0] ?? (long === '--secret-from' ? 'RECEIVER_SECRET' : '1')]
          : [],
      );
      const yes = command.options.some(({ long }) => long === '--yes') ? ['--yes'] : [];
      const run = (place: number, id: string) =>
        requestsOf([
          ...path,
          ...['--url', 'http://127.0.0.1:9/api/v1', '--key', KEY, ...needed, ...yes],
          ...['--', ...names.map((_, at) => (at === place ? id : `other-${at}`))],
        ]);
      for (const place of ids) {
        const usual = await run(place, PLAIN);
        expect(usual, 'the command asks the API').not.toEqual([]);
        for (const id of IDS) {
          const requests = await run(place, id);
          if (requests.length === 0) continue;
          const wanted = usual.map((each) => each.replaceAll(PLAIN, inPath(id)));
          expect(
            requests.map((each) => each.replace(/[?&]id_encoding=base64url/, '')),
            id,
          ).toEqual(wanted);
        }
      }
    },
  );
});
