// Errors of files that cannot be read, which the operator solves by changing the file or an option, and of single bad
// rows while their record is read.
import { MAX_ID_LENGTH, MAX_LINE_ITEMS_PER_REQUEST } from '../../../src/contract/schema/limits.ts';
import { type FileProblem, type FileProblemWords, formatFileProblem } from './file-problems.ts';
import type { RowProblem } from './row-problems.ts';

let words: FileProblemWords | undefined;

/** Sets the sentences of messages. Without them a message is the problem's code: a page has its own sentences. */
export function printProblems(sentences: FileProblemWords): void {
  words = sentences;
}

export class OrderFileError extends Error {
  override readonly name = 'OrderFileError';
  /** The source as the operator named it. */
  readonly source: string | undefined;
  readonly problem: FileProblem;

  constructor(source: string | undefined, problem: FileProblem) {
    const sentence = words === undefined ? problem.code : formatFileProblem(words, problem);
    super(source === undefined ? sentence : `${source}: ${sentence}`);
    this.source = source;
    this.problem = problem;
  }
}

/** A request takes as many lines as an order may have. */
export function createTooManyLinesError(order: string): OrderFileError {
  return new OrderFileError(undefined, {
    code: 'too_many_lines',
    order: order.slice(0, MAX_ID_LENGTH),
    most: MAX_LINE_ITEMS_PER_REQUEST,
  });
}

/** An error of the current record. */
export class RecordError extends Error {
  readonly problem: RowProblem;

  constructor(problem: RowProblem) {
    super(problem.code);
    this.problem = problem;
  }
}
