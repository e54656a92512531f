// Converts the tree of commands into plain data, for completion scripts and the reference.
import type { Command, Option } from 'commander';

export interface TreeOption {
  /** The spellings as typed: -h, --help. */
  readonly names: readonly string[];
  readonly flags: string;
  readonly description: string;
  readonly takesValue: boolean;
  readonly isMandatory: boolean;
  readonly choices: readonly string[];
  readonly defaultValue: unknown;
}

export interface TreeCommand {
  /** Empty for the program itself. */
  readonly path: readonly string[];
  readonly aliases: readonly string[];
  readonly description: string;
  readonly usage: string;
  /** The command's own options, without those of the program. */
  readonly options: readonly TreeOption[];
  readonly argumentChoices: readonly string[];
  readonly takesFiles: boolean;
  readonly children: readonly TreeCommand[];
  readonly command: Command;
}

export function createCommandTree(command: Command, path: readonly string[] = []): TreeCommand {
  return {
    path,
    aliases: command.aliases(),
    description: command.description(),
    usage: command.usage(),
    options: command.createHelp().visibleOptions(command).map(toTreeOption),
    argumentChoices: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    takesFiles: command.registeredArguments.some((argument) => argument.name() === 'files'),
    children: command.commands.map((child) => createCommandTree(child, [...path, child.name()])),
    command,
  };
}

/** Lists a command and all commands below it, parents first. */
export function listCommands(tree: TreeCommand): TreeCommand[] {
  return [tree, ...tree.children.flatMap(listCommands)];
}

/** Lists the commands that do something, without those that only group others. */
export function listLeafCommands(tree: TreeCommand): TreeCommand[] {
  return listCommands(tree).filter(({ children }) => children.length === 0);
}

function toTreeOption(option: Option): TreeOption {
  return {
    names: [option.short, option.long].filter((name) => name !== undefined),
    flags: option.flags,
    description: option.description,
    takesValue: option.required || option.optional,
    isMandatory: option.mandatory,
    choices: option.argChoices ?? [],
    defaultValue: option.defaultValue,
  };
}
