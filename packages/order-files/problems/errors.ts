// A file that cannot be read at all: the operator has to change the file or an option. And one bad row in it, as long as
// its record is being read.
import { MAX_ID_LENGTH, MAX_LINE_ITEMS_PER_REQUEST } from '../../../src/contract/schema/limits.ts';
import { type FileProblem, type FileProblemWords, formatFileProblem } from './file-problems.ts';
import type { RowProblem } from './row-problems.ts';

let words: FileProblemWords | undefined;

/** The sentences of messages. Without them a message is the problem's code: a page has sentences of its own. */
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

/** An order has as many lines as a request takes. */
export function createTooManyLinesError(order: string): OrderFileError {
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
    super(problem.code);
    this.problem = problem;
  }
}
