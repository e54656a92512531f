// --where: a condition on rows, as it is written on a command line. `product_name~tea`, `quantity>2`,
// `custom:Country=NL`, or with the API's operators: `line_item_value between 5 10`.
import { InvalidArgumentError } from 'commander';
import {
  CONDITION_OPERATORS,
  type ConditionOperator,
  comparesNumbers,
} from '../../../src/core/settings/conditions.ts';
import type { Condition } from '../../../src/core/settings/settings.ts';

const SIGNS: Readonly<Record<string, ConditionOperator>> = {
  '=': 'equals',
  '!=': 'not_equals',
  '~': 'contains',
  '!~': 'not_contains',
  '>': 'greater_than',
  '<': 'less_than',
};
const IN_WORDS = new RegExp(String.raw`^(.+?)\s+(${CONDITION_OPERATORS.join('|')})\s+(.+)$`, 's');
const IN_SIGNS = /^(.+?)\s*(!=|!~|=|~|<|>)\s*(.+)$/s;

/** Collects one more condition: the option may be given several times, and all of them have to hold. */
export function collectWhere(text: string, earlier: readonly Condition[] = []): Condition[] {
  return [...earlier, parseWhere(text)];
}

/** Throws InvalidArgumentError. Whether the operator fits the field is for the contract to say. */
export function parseWhere(text: string): Condition {
  const [, field, sign, rest] = IN_WORDS.exec(text.trim()) ?? IN_SIGNS.exec(text.trim()) ?? [];
  const operator = CONDITION_OPERATORS.find((one) => one === (SIGNS[sign ?? ''] ?? sign));
  if (field === undefined || operator === undefined || rest === undefined) {
    throw new InvalidArgumentError(
      `expected FIELD OPERATOR VALUE such as product_name~tea or "line_item_value between 5 10", with an operator of ${[...Object.keys(SIGNS), ...CONDITION_OPERATORS].join(', ')}.`,
    );
  }
  if (operator === 'between') {
    const [value, valueTo] = rest.split(/\s+(?:and\s+)?/).map(numberOf);
    if (value === undefined || valueTo === undefined) throw notANumber(rest);
    return { field, operator, value, valueTo };
  }
  if (!comparesNumbers(field, operator)) return { field, operator, value: rest };
  const value = numberOf(rest);
  if (value === undefined) throw notANumber(rest);
  return { field, operator, value };
}

function numberOf(text: string): number | undefined {
  const number = Number(text);
  return text === '' || !Number.isFinite(number) ? undefined : number;
}

function notANumber(text: string): InvalidArgumentError {
  return new InvalidArgumentError(`expected a number, got ${JSON.stringify(text)}.`);
}
