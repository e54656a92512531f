// Asks the operator on a terminal which of several readings of a file is right; elsewhere, lists them as commands.
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import type { Answer } from '../../packages/order-files/measure-answers.ts';
import { describeChoice } from '../../packages/order-files/problems/choice-words.ts';
import { formatAmountText } from '../../packages/order-files/values/amount-text.ts';
import { formatCount } from '../../src/contract/sentences/wording.ts';
import { tryAgain } from './try-again.ts';

/**
 * Formats the totals of an answer and its meaning: `65.00 EUR, 3 orders, 3 customers: "Sales" is the price of the
 * line`.
 */
export function formatAnswer(answer: Answer): string {
  const { totals, agreement } = answer;
  const meaning = describeChoice(answer);
  const evidence =
    agreement === undefined
      ? ''
      : ` (${agreement.equation} in ${agreement.rows.toLocaleString('en')} of ${formatCount(agreement.of, 'row')})`;
  if (totals === undefined) return `${meaning}${evidence}`;
  const { net, currency, orders, customers } = totals;
  const amount = `${formatAmountText(net, 'en', currency ?? undefined)}${currency === null ? '' : ` ${currency}`}`;
  return `${amount}, ${formatCount(orders, 'order')}, ${formatCount(customers, 'customer')}: ${meaning}${evidence}`;
}

/** Lists the answers with their commands. `args`: the arguments of the command that failed. */
export function listAnswerCommands(answers: readonly Answer[], args: readonly string[]): string {
  const listed = answers.map(
    (answer) => `  ${formatAnswer(answer)}\n    ${tryAgain(args, answer.way) ?? ''}`,
  );
  return `Choose one:\n${listed.join('\n')}`;
}

export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Returns the answer that the operator chose; undefined if none. */
export async function askForAnswer(
  answers: readonly Answer[],
  input: Readable = process.stdin,
  output: Writable = process.stderr,
): Promise<Answer | undefined> {
  for (const [at, answer] of answers.entries()) output.write(`  ${at + 1}  ${formatAnswer(answer)}\n`);
  const terminal = createInterface({ input, output });
  try {
    const typed = await terminal.question(`Which one is right? 1–${answers.length}, or Enter for none: `);
    return answers[Number(typed.trim()) - 1];
  } finally {
    terminal.close();
  }
}
