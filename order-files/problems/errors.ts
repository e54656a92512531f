// A file that cannot be read at all: the operator has to change the file or an option. And one bad row in it, as long as
// its record is being read.
import { MAX_ID_LENGTH, MAX_LINE_ITEMS_PER_REQUEST } from '../../src/schema/limits.ts';
import { PRINTED } from './file-problem-words.ts';
import { type FileProblem, sentenceOf } from './file-problems.ts';
import { printedRowProblem } from './row-problem-words.ts';
import type { RowProblem } from './row-problems.ts';

export class OrderFileError extends Error {
  override readonly name = 'OrderFileError';
  /** The source as the operator named it. */
  readonly source: string | undefined;
  readonly problem: FileProblem;

  constructor(source: string | undefined, problem: FileProblem) {
    const sentence = sentenceOf(PRINTED, problem);
    super(source === undefined ? sentence : `${source}: ${sentence}`);
    this.source = source;
    this.problem = problem;
  }
}

/** An order has as many lines as a request takes. */
export function tooManyLines(order: string): OrderFileError {
  return new OrderFileError(undefined, {
    code: 'too_many_lines',
    order: order.slice(0, MAX_ID_LENGTH),
    most: MAX_LINE_ITEMS_PER_REQUEST,
  });
}

/** What is wrong with the record at hand. */
export class RecordError extends Error {
  readonly problem: RowProblem;

  constructor(problem: RowProblem) {
    super(printedRowProblem(problem));
    this.problem = problem;
  }
}
