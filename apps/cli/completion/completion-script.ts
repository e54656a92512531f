// Writes shell completion from the tree of commands. A script follows the typed words to the command that they name,
// and offers its subcommands, options and choices; for values without choices the shell offers file names.
import { listCommands, type TreeCommand, type TreeOption } from './command-tree.ts';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type CompletionShell = (typeof SHELLS)[number];

export function createCompletionScript(tree: TreeCommand, shell: CompletionShell): string {
  if (shell === 'fish') return createFishScript(tree);
  if (shell === 'bash') return createBashScript(tree);
  if (shell === 'powershell') return createPowershellScript(tree);
  // zsh can run completions written for bash.
  return `#compdef order-analytics
(( $+functions[compdef] )) || { autoload -U compinit && compinit }
autoload -U +X bashcompinit && bashcompinit
${createBashScript(tree)}`;
}

/** Lists every spelling of each command's path, with a space before each word. */
function listTypedPaths(tree: TreeCommand): { readonly node: TreeCommand; readonly typed: string }[] {
  const walk = (node: TreeCommand, typed: string): { node: TreeCommand; typed: string }[] => [
    { node, typed },
    ...node.children.flatMap((child) =>
      [child.path.at(-1) ?? '', ...child.aliases].flatMap((name) => walk(child, `${typed} ${name}`)),
    ),
  ];
  return walk(tree, '');
}

/** The options of the program are accepted by every command. */
function listOptions(tree: TreeCommand, node: TreeCommand): TreeOption[] {
  return node === tree ? [...tree.options] : [...node.options, ...listProgramOptions(tree)];
}

function listProgramOptions(tree: TreeCommand): TreeOption[] {
  return tree.options.filter(({ names }) => !names.includes('--help') && !names.includes('--version'));
}

function listOptionsWithValue(tree: TreeCommand): string[] {
  const names = listCommands(tree).flatMap(({ options }) =>
    options.filter(({ takesValue }) => takesValue).flatMap((option) => option.names),
  );
  return [...new Set(names)];
}

/** Choices with a comma, a tab or another mark would conflict with the shell's own syntax. */
const isWord = (choice: string): boolean => /^[\w.:-]+$/.test(choice);

function createBashScript(tree: TreeCommand): string {
  const paths = listTypedPaths(tree);
  const valued = listOptionsWithValue(tree);
  const words = paths.map(({ node, typed }) => {
    const next = [...node.children.flatMap(({ path, aliases }) => [path.at(-1), ...aliases])];
    const options = listOptions(tree, node).flatMap(({ names }) => names);
    return `    '${typed}') next='${[...next, ...node.argumentChoices].join(' ')}' options='${options.join(' ')}' files='${node.takesFiles ? 'yes' : ''}' ;;`;
  });
  const choices = paths.flatMap(({ node, typed }) =>
    listOptions(tree, node)
      .filter((option) => option.choices.some(isWord))
      .flatMap((option) =>
        option.names.map(
          (name) => `    '${typed} ${name}') next='${option.choices.filter(isWord).join(' ')}' ;;`,
        ),
      ),
  );
  return `# Completion of order-analytics, written by: order-analytics completion
_order_analytics() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  local at='' next='' options='' files='' i
  # --option=value comes as three words.
  if [[ "$cur" == '=' ]]; then cur=''; elif [[ "$prev" == '=' ]]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${COMP_WORDS[i]}" in
      ${valued.join('|')})
        i=$((i + 1))
        if [[ "\${COMP_WORDS[i]}" == '=' ]]; then i=$((i + 1)); fi
        continue ;;
    esac
    case "$at \${COMP_WORDS[i]}" in
      ${paths
        .slice(1)
        .map(({ typed }) => `'${typed}'`)
        .join('|')}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$prev" in
    ${valued.join('|')})
      case "$at $prev" in
${choices.map((line) => `    ${line}`).join('\n')}
      esac
      # Without choices the shell offers file names.
      if [[ -n "$next" ]]; then COMPREPLY=($(compgen -W "$next" -- "$cur")); fi
      return 0 ;;
  esac
  case "$at" in
${words.join('\n')}
  esac
  if [[ "$cur" == -* ]]; then next="$options"
  elif [[ -z "$next" && -z "$files" ]]; then next="$options"
  fi
  if [[ -n "$next" ]]; then COMPREPLY=($(compgen -W "$next" -- "$cur")); fi
  return 0
}
complete -o default -F _order_analytics order-analytics
`;
}

function createFishScript(tree: TreeCommand): string {
  const paths = listTypedPaths(tree);
  const quoteText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const valued = listOptionsWithValue(tree);
  const lines = paths.flatMap(({ node, typed }) => {
    const when = `-n "__order_analytics_at '${typed}'"`;
    const children = node.children.flatMap(({ path, aliases, description }) =>
      [path.at(-1) ?? '', ...aliases].map(
        (name) => `complete -c order-analytics -f ${when} -a ${name} -d ${quoteText(description)}`,
      ),
    );
    const choices =
      node.argumentChoices.length === 0
        ? []
        : [`complete -c order-analytics -f ${when} -a ${quoteText(node.argumentChoices.join(' '))}`];
    const options = listOptions(tree, node).map(({ names, takesValue, choices: offered, description }) => {
      const spelt = names.map((name) =>
        name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
      );
      const taken = offered.filter(isWord);
      const value = !takesValue ? '' : taken.length > 0 ? ` -x -a ${quoteText(taken.join(' '))}` : ' -r';
      return `complete -c order-analytics ${when} ${spelt.join(' ')}${value} -d ${quoteText(description)}`;
    });
    return [...children, ...choices, ...options];
  });
  return `# Completion of order-analytics, written by: order-analytics completion
function __order_analytics_at
  set -l at ''
  set -l skip no
  set -l typed (commandline -opc)
  set -e typed[1]
  for word in $typed
    if test $skip = yes
      set skip no
    else if contains -- $word ${valued.join(' ')}
      set skip yes
    else if contains -- "$at $word" ${paths
      .slice(1)
      .map(({ typed }) => `'${typed}'`)
      .join(' ')}
      set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}

/** For Windows PowerShell 5 and PowerShell 7. Where the script offers nothing, they offer file names. */
function createPowershellScript(tree: TreeCommand): string {
  const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  const toArrayLiteral = (words: readonly string[]): string => `@(${words.map(quoteText).join(', ')})`;
  const paths = listTypedPaths(tree);
  const next = paths.map(({ node, typed }) => {
    const words = [...node.children.flatMap(({ path, aliases }) => [path.at(-1) ?? '', ...aliases])];
    return `    ${quoteText(typed)} = ${toArrayLiteral([...words, ...node.argumentChoices])}`;
  });
  const options = paths.map(
    ({ node, typed }) =>
      `    ${quoteText(typed)} = ${toArrayLiteral(listOptions(tree, node).flatMap(({ names }) => names))}`,
  );
  const choices = paths.flatMap(({ node, typed }) =>
    listOptions(tree, node)
      .filter((option) => option.choices.some(isWord))
      .flatMap((option) =>
        option.names.map(
          (name) => `    ${quoteText(`${typed} ${name}`)} = ${toArrayLiteral(option.choices.filter(isWord))}`,
        ),
      ),
  );
  return `# Completion of order-analytics, written by: order-analytics completion
Register-ArgumentCompleter -Native -CommandName order-analytics -ScriptBlock {
  param($word, $ast, $cursor)
  $valued = ${toArrayLiteral(listOptionsWithValue(tree))}
  $next = @{
${next.join('\n')}
  }
  $options = @{
${options.join('\n')}
  }
  $choices = @{
${choices.join('\n')}
  }
  $typed = @($ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.Extent.Text })
  $at = ''
  $before = ''
  foreach ($one in $typed) {
    if ($valued -ccontains $before) { $before = '' ; continue }
    if ($next.ContainsKey("$at $one")) { $at = "$at $one" }
    $before = $one
  }
  if ($valued -ccontains $before) { $offered = $choices["$at $before"] }
  elseif ($word.StartsWith('-')) { $offered = $options[$at] }
  else { $offered = $next[$at] }
  $offered | Where-Object { $_ -and $_.StartsWith($word) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}
