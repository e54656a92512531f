// Checks command lines in help and documents against the tree of commands: a reader who copies one must not get an
// error about an unknown command or option.
import { listLeafCommands, type TreeCommand } from '../../apps/cli/completion/command-tree.ts';

const CALL = /(?:npm run -s cli --|(?<![\w-])order-analytics(?![\w-]))((?: +[^\n|<>#&;`)]+)?)/g;

const BY_DEFAULT = 'analyze mba';

/** Every call of the command line in a text, as its arguments. */
export function listCalls(text: string): string[][] {
  const joined = text.replaceAll(/\\\n\s*/g, ' ');
  return [...joined.matchAll(CALL)]
    .map(([, rest = '']) => splitWords(rest))
    .filter(([first = '']) => first !== '' && !first.startsWith('$'));
}

/** The problem for which commander would refuse a call; undefined for a valid one. */
export function findProblem(call: readonly string[], tree: TreeCommand): string | undefined {
  const { unknown, missing } = read(call, tree);
  return unknown ?? missing;
}

/** An unknown command, option or choice. Missing arguments are allowed: prose may name a command without them. */
export function findUnknown(call: readonly string[], tree: TreeCommand): string | undefined {
  return read(call, tree).unknown;
}

function read(call: readonly string[], tree: TreeCommand): { unknown?: string; missing?: string } {
  let node = tree;
  let positional = 0;
  const given: string[] = [];
  for (let i = 0; i < call.length; i++) {
    const word = call[i] ?? '';
    if (word.startsWith('-') && word !== '-') {
      const [name = '', inline] = word.split('=', 2);
      const option = [...node.options, ...tree.options].find(({ names }) => names.includes(name));
      if (option === undefined) return { unknown: `no option ${name}` };
      given.push(...option.names);
      if (!option.takesValue) continue;
      const value = inline ?? call[++i];
      if (value === undefined) return { missing: `${name} needs a value` };
      if (option.choices.length > 0 && !option.choices.includes(value))
        return { unknown: `${name} can't be ${value}` };
      continue;
    }
    const child = node.children.find(({ path, aliases }) => path.at(-1) === word || aliases.includes(word));
    if (child !== undefined) {
      node = child;
      continue;
    }
    // commander passes an unknown word to the default command, but does not expose which command that is.
    const byDefault = node.children.find(({ path }) => path.join(' ') === BY_DEFAULT);
    if (byDefault !== undefined && word.includes('.')) node = byDefault;
    if (node.children.length > 0) return { unknown: `no command ${word}` };
    if (node.argumentChoices.length > 0 && !node.argumentChoices.includes(word))
      return { unknown: `can't be ${word}` };
    positional++;
  }
  if (given.includes('--help') || given.includes('--version')) return {};
  if (!listLeafCommands(tree).includes(node)) return { missing: 'a command is missing' };
  const needed = node.command.registeredArguments.filter(({ required }) => required).length;
  if (positional < needed) return { missing: `${needed} arguments are needed` };
  const missing = node.options.find(
    ({ isMandatory, names }) => isMandatory && !names.some((name) => given.includes(name)),
  );
  return missing === undefined ? {} : { missing: `${missing.flags} is needed` };
}

/** Words of a command line without their quotes. */
function splitWords(line: string): string[] {
  return [...line.matchAll(/(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}
