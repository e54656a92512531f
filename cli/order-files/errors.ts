// A file that cannot be read at all, as against one bad row in it: the operator has to change the file or an option.
import { PRINTED } from './file-problem-words.ts';
import { type FileProblem, sentenceOf } from './file-problems.ts';

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
