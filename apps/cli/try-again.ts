// Builds the command line that a refusal suggests: the typed command with further options, ready to be copied.
import { parseColumnsFlag } from '../../packages/order-files/columns/column-flags.ts';
import type { WayOut } from '../../packages/order-files/problems/way-out.ts';

const COMMAND = 'npm run -s cli --';

/** Commands that read order files. */
const FILE_COMMANDS = ['analyze', 'push', 'backfill', 'evaluate', 'inspect'];

/** Undefined if the command reads no files. */
export function tryAgain(args: readonly string[], way: WayOut): string | undefined {
  if (!args.some((arg) => FILE_COMMANDS.includes(arg))) return undefined;
  return formatCommand(withOptions(args, way));
}

export function formatCommand(args: readonly string[]): string {
  return [COMMAND, ...args.map(quoteArgument)].join(' ');
}

/** Replaces options that are already there; adds columns to the named ones. */
export function withOptions(args: readonly string[], way: WayOut): string[] {
  const {
    columns,
    dateFormat,
    decimal,
    sheet,
    currency,
    paid,
    notPaid,
    accept,
    guests,
    ignore,
    negatives,
    excludeIf,
    prices,
    header,
    baskets,
    badRows,
    quantityScale,
  } = way;
  let typed = [...args];
  const set = (name: string, value: string | undefined): void => {
    if (value === undefined) return;
    typed = [...without(typed, name).rest, name, value];
  };
  if (columns !== undefined) {
    const typedColumns = Object.entries(parseColumnsFlag(without(typed, '--columns').value ?? ''));
    const before = typedColumns.filter(([field]) => !Object.hasOwn(columns, field));
    const named = [...before, ...Object.entries(columns)].map(([field, column]) => `${field}=${column}`);
    set('--columns', named.join(','));
  }
  set('--date-format', dateFormat);
  set('--decimal', decimal);
  set('--sheet', sheet);
  set('--currency', currency);
  set('--bad-rows', badRows);
  set('--quantity-scale', quantityScale === undefined ? undefined : String(quantityScale));
  set('--paid', extendOption(typed, '--paid', paid));
  set('--not-paid', extendOption(typed, '--not-paid', notPaid));
  set('--negatives', negatives);
  set('--guests', extendOption(typed, '--guests', guests));
  set('--ignore', extendOption(typed, '--ignore', ignore));
  set('--exclude-if', extendOption(typed, '--exclude-if', excludeIf));
  set('--accept', extendOption(typed, '--accept', accept));
  const switches = [
    ...(header === false ? ['--no-header'] : []),
    ...(baskets === true ? ['--baskets'] : []),
    ...(prices === false ? ['--no-prices'] : []),
  ];
  return [...typed, ...switches.filter((name) => !typed.includes(name))];
}

function extendOption(
  args: readonly string[],
  name: string,
  more: readonly string[] | undefined,
): string | undefined {
  if (more === undefined) return undefined;
  const { value } = without(args, name);
  return [...(value === undefined ? [] : [value]), ...more].join(',');
}

/** Returns the arguments without the option, and its last value. */
function without(args: readonly string[], name: string): { rest: string[]; value: string | undefined } {
  const rest: string[] = [];
  let value: string | undefined;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === name) value = args[++at];
    else if (arg.startsWith(`${name}=`)) value = arg.slice(name.length + 1);
    else rest.push(arg);
  }
  return { rest, value };
}

/** Uses single quotes, which shells and PowerShell treat literally; double quotes if the argument has a single one. */
export function quoteArgument(arg: string): string {
  if (/^[\w.,:=/@%+-]+$/.test(arg)) return arg;
  return arg.includes("'") ? `"${arg.replaceAll(/["$`\\]/g, '\\$&')}"` : `'${arg}'`;
}
