// Tests rules for every command of the tree, also new ones: help with a valid example, a place in the reference, and
// completion in each shell.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createCliReference, listExamples, readHelp } from '../../../apps/cli/cli-reference.ts';
import {
  createCommandTree,
  listCommands,
  listLeafCommands,
  type TreeCommand,
} from '../../../apps/cli/completion/command-tree.ts';
import { createCompletionScript, SHELLS } from '../../../apps/cli/completion/completion-script.ts';
import { COMMAND_GROUPS, createProgram, createProgramFor } from '../../../apps/cli/program.ts';
import { findProblem, listCalls } from '../../docs/command-lines.ts';

const tree = createCommandTree(await createProgram());
const leaves = listLeafCommands(tree).map((leaf) => ({ name: leaf.path.join(' '), leaf }));

describe('createProgramFor', () => {
  it.each(COMMAND_GROUPS)('loads one complete group of commands: $names', async ({ names }) => {
    for (const name of names.filter((name) => name !== 'completion')) {
      const alone = createCommandTree(await createProgramFor(['--json', '--stage', 'dev', name, 'list']));
      expect(alone.children.flatMap(({ path, aliases }) => [...path, ...aliases])).toEqual(names);
      const all = tree.children.filter(({ path: [first = ''] }) => names.includes(first));
      const listPaths = (commands: readonly TreeCommand[]) =>
        commands.flatMap(listCommands).map(({ path }) => path);
      expect(listPaths(alone.children)).toEqual(listPaths(all));
    }
  });

  it.each([[[]], [['--help']], [['no-such-command']], [['completion', 'bash']]])(
    'loads all commands for %j',
    async (args) => {
      const loaded = createCommandTree(await createProgramFor(args));
      expect(loaded.children.map(({ path }) => path)).toEqual(tree.children.map(({ path }) => path));
    },
  );
});

describe('help', () => {
  it.each(leaves)('has a valid example of $name', ({ name, leaf }) => {
    const calls = listExamples(readHelp(leaf.command)).flatMap(listCalls);
    expect(calls.map((call) => findProblem(call, tree))).toEqual(calls.map(() => undefined));
    const itself = calls.filter((call) => ` ${call.join(' ')} `.includes(` ${name} `));
    expect(itself).not.toEqual([]);
  });

  it('has valid examples, and the exit codes', () => {
    const help = readHelp(tree.command);
    const calls = listExamples(help).flatMap(listCalls);
    expect(calls.length).toBeGreaterThan(3);
    expect(calls.map((call) => findProblem(call, tree))).toEqual(calls.map(() => undefined));
    expect(help).toContain(
      'Exit codes: 0 done, 1 something failed, 2 it could not start, 3 order files differ',
    );
  });

  it('describes every command and option', () => {
    const silent = listCommands(tree).flatMap(({ path, description, options }) => [
      ...(description === '' ? [path.join(' ')] : []),
      ...options
        .filter((option) => option.description === '')
        .map(({ flags }) => `${path.join(' ')} ${flags}`),
    ]);
    expect(silent).toEqual([]);
  });
});

it('lists every option of a command in the reference, in its section or in one that it links to', async () => {
  const sections = new Map(
    (await createCliReference()).split(/^## /m).map((section) => [section.split('\n')[0] ?? '', section]),
  );
  const missing = listLeafCommands(tree).flatMap(({ path, options }) => {
    const own = sections.get(path.join(' ')) ?? '';
    const others = [...sections].filter(([title]) =>
      own.includes(`](#${title.toLowerCase().replaceAll(' ', '-')})`),
    );
    const texts = [own, ...others.map(([, text]) => text)];
    return options
      .filter(
        ({ names, flags }) =>
          !names.includes('--help') && !texts.some((text) => text.includes(`| \`${flags}\` |`)),
      )
      .map(({ flags }) => `${path.join(' ')} ${flags}`);
  });
  expect(missing).toEqual([]);
  expect(sections.get('Options of order files')?.match(/^\| `--/gm)?.length).toBeGreaterThan(15);
});

const ASK_BASH = `
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_order_analytics
echo "$\{COMPREPLY[*]}"`;

describe('completion', () => {
  const dir = mkdtempSync(join(tmpdir(), 'order-analytics-completion-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  it.each(SHELLS)('names every command, option and choice for %s', (shell) => {
    const words = new Set(createCompletionScript(tree, shell).split(/[\s'"|)=]+/));
    const isThere = (name: string): boolean => words.has(name) || words.has(name.replace(/^--?/, ''));
    const wanted = listCommands(tree).flatMap(({ path, aliases, options, argumentChoices }) => [
      ...path,
      ...aliases,
      ...argumentChoices,
      ...options.flatMap(({ names, choices }) => [
        ...names,
        ...choices.filter((choice) => /^\w/.test(choice)),
      ]),
    ]);
    expect(wanted.filter((name) => !isThere(name))).toEqual([]);
  });

  const cases: [line: string, offered: string[]][] = [
    ['a', ['accounts', 'analyze', 'audiences', 'audit']],
    ['--st', ['--stage']],
    ['--stage ', ['dev', 'local', 'prod']],
    ['--stage dev keys ', ['create', 'list', 'revoke']],
    ['accounts create --plan ', ['agency', 'enterprise', 'free', 'max', 'pro']],
    ['accounts create --name create --pl', ['--plan']],
    ['accounts create --plan m', ['max']],
    ['analyze mba orders.csv --customer-scope ch', ['churning']],
    ['analyze rfm --min-', []],
    ['reports red', ['redeliver']],
    ['keys list --js', ['--json']],
    ['completion ', ['bash', 'fish', 'powershell', 'zsh']],
    ['--stage=', ['dev', 'local', 'prod']],
    ['keys list --stage=d', ['dev']],
  ];

  it.each(cases)('completes "%s" with %j', (line, offered) => {
    const script = join(dir, 'completion.bash');
    writeFileSync(script, createCompletionScript(tree, 'bash'));
    // Splits a line as readline does: at blanks, and at the = of an option.
    const words = ['order-analytics', ...line.split(/ +|(?==)|(?<==)/)];
    const { stdout, stderr } = spawnSync('bash', ['-c', ASK_BASH, '-', script, ...words], {
      encoding: 'utf8',
      // A locale that is not installed causes a warning on stderr.
      env: { ...process.env, LC_ALL: 'C' },
    });
    expect([
      stdout
        .split(/\s+/)
        .filter((word) => word !== '')
        .sort(),
      stderr,
    ]).toEqual([offered, '']);
  });
});
