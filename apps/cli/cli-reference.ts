// Writes the reference page of the command line from the tree of commands, so that both always agree.
import {
  createCommandTree,
  listLeafCommands,
  type TreeCommand,
  type TreeOption,
} from './completion/command-tree.ts';
import { createProgram } from './program.ts';

export async function createCliReference(): Promise<string> {
  const tree = createCommandTree(await createProgram());
  const leaves = listLeafCommands(tree);
  const shared = listSharedOptions(leaves);
  const list = leaves.map(
    (leaf) => `| [\`${leaf.path.join(' ')}\`](#${leaf.path.join('-')}) | ${escapeCell(leaf.description)} |`,
  );
  return `# The command line

\`npm run -s cli -- <command>\`. Results go to standard output, everything else to standard error. Tables are meant for people
and coloured only on a terminal, unless \`NO_COLOR\` is set; with \`--json\` every command prints one line of JSON. Errors with
\`--json\` are one line of JSON on standard error, with the API's codes; an error about order files has the command to try.
Texts are in English; those of HTML pages are in the language that --language names.

| exit code | means                                                             |
| --------- | ----------------------------------------------------------------- |
| 0         | done                                                              |
| 1         | something failed: rows, a report, a delivery                      |
| 2         | it could not start: a wrong option, no key, no cloud, no file     |
| 3         | done, but order files differ from their own totals by over 0.5 %, or have omissions with --strict |
| 130       | interrupted by Ctrl-C; the message says how to resume             |

| command | what it does |
| --- | --- |
${list.join('\n')}

[Completion](#completion) for bash, zsh, fish and PowerShell needs a command named \`order-analytics\`; a function in the
shell's start file defines it:

\`\`\`sh
order-analytics() { npm run -s cli -- "$@"; }
source <(order-analytics completion bash)
\`\`\`

## Options of every command

${formatOptionTable(tree.options)}

${shared.map(({ title, options }) => `## ${title}\n\n${formatOptionTable(options)}`).join('\n\n')}

${leaves.map((leaf) => formatSection(leaf, shared)).join('\n\n')}
`;
}

/** Options that many commands share are described once, in a section that each of these commands links to. */
const SHARED_BY = {
  '--key': 'Options to reach a service',
  '--from': 'Options of order files',
  '--start': 'Options of reports',
  '--must-contain': 'Options of rules',
  '--cohort-by': 'Options of requested reports',
};

interface SharedOptions {
  readonly title: string;
  readonly options: readonly TreeOption[];
  readonly commands: ReadonlySet<TreeCommand>;
}

/** Groups each option of SHARED_BY with the options that exactly the same commands have in the same words. */
function listSharedOptions(leaves: readonly TreeCommand[]): SharedOptions[] {
  const findUsers = (row: string) =>
    leaves.filter(({ options }) => options.some((one) => formatOptionRow(one) === row));
  return Object.entries(SHARED_BY).map(([name, title]) => {
    const all = leaves.flatMap(({ options }) => options.filter(({ names }) => names.includes(name)));
    const rows = [...new Set(all.map(formatOptionRow))].map((row) => ({ row, commands: findUsers(row) }));
    const [most] = rows.sort((one, other) => other.commands.length - one.commands.length);
    const commands = most?.commands ?? [];
    const isShared = (option: TreeOption) =>
      findUsers(formatOptionRow(option))
        .map(({ path }) => path.join())
        .join(' ') === commands.map(({ path }) => path.join()).join(' ');
    return { title, options: (commands[0]?.options ?? []).filter(isShared), commands: new Set(commands) };
  });
}

function formatSection(
  { path, usage, description, options, command }: TreeCommand,
  shared: readonly SharedOptions[],
): string {
  const others = shared.filter(({ commands }) => [...commands].some((one) => one.command === command));
  const elsewhere = new Set(others.flatMap((group) => group.options.map(formatOptionRow)));
  const own = options.filter(
    (option) => !option.names.includes('--help') && !elsewhere.has(formatOptionRow(option)),
  );
  const links = others.map(
    ({ title }) => `[${title.replace('Options', 'options')}](#${title.toLowerCase().replaceAll(' ', '-')})`,
  );
  return [
    `## ${path.join(' ')}`,
    `${toSentence(description)}`,
    `\`${path.join(' ')}${usage === '' ? '' : ` ${usage}`}\``,
    ...(command.registeredArguments.some((argument) => argument.description !== '')
      ? [
          command.registeredArguments
            .map(
              (argument) =>
                `- \`${argument.name()}\`: ${argument.description}${formatChoices(argument.argChoices ?? [])}`,
            )
            .join('\n'),
        ]
      : []),
    ...(own.length === 0 ? [] : [formatOptionTable(own)]),
    ...(links.length === 0 ? [] : [`Also: ${links.join(', ')}.`]),
    ['```sh', ...listExamples(readHelp(command)), '```'].join('\n'),
  ].join('\n\n');
}

function formatOptionTable(options: readonly TreeOption[]): string {
  return ['| option | description |', '| --- | --- |', ...options.map(formatOptionRow)].join('\n');
}

function formatOptionRow(option: TreeOption): string {
  const notes = [
    ...(option.isMandatory ? ['required'] : []),
    ...(option.takesValue && option.defaultValue !== undefined
      ? [`default \`${String(option.defaultValue)}\``]
      : []),
  ];
  const text = [`${option.description}${formatChoices(option.choices)}`, ...notes].join('; ');
  return `| \`${option.flags}\` | ${escapeCell(text)} |`;
}

function formatChoices(choices: readonly string[]): string {
  const shown = choices.map((choice) => (choice === '\t' ? 'a tab' : `\`${choice}\``));
  return shown.length === 0 ? '' : ` (${shown.join(', ')})`;
}

/** The help text as the program prints it. */
export function readHelp(command: TreeCommand['command']): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text;
}

/** The lines of a help text below Example or Examples. */
export function listExamples(help: string): string[] {
  const [, examples = ''] = help.split(/^Examples?:\n/m);
  return examples
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function escapeCell(cell: string): string {
  return cell.replaceAll('|', '\\|');
}
