// What went wrong, as the operator is told it: one sentence that ends with what to do next, and the exit code.
import { CommanderError } from 'commander';
import { NotFinishedError, OrderAnalyticsError, ReportFailedError } from '../client/src/index.ts';
import { ServiceError } from '../src/core/errors.ts';
import { OperationError } from '../src/operations/operation-error.ts';
import { OrderFileError } from './order-files/errors.ts';

export interface Failure {
  /** 0 done, 1 something failed on the way, 2 it could not be begun. */
  readonly exitCode: 0 | 1 | 2;
  /** Undefined where commander has printed it already. */
  readonly message: string | undefined;
}

export function describeFailure(error: unknown): Failure {
  if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? 0 : 2, message: undefined };
  if (error instanceof ReportFailedError || error instanceof NotFinishedError)
    return { exitCode: 1, message: error.message };
  if (error instanceof OrderAnalyticsError)
    return { exitCode: 2, message: `${error.message}${adviceFor(error)}` };
  if (error instanceof OperationError || error instanceof OrderFileError || error instanceof ServiceError)
    return { exitCode: 2, message: error.message };
  const file = fileProblem(error);
  if (file !== undefined) return { exitCode: 2, message: file };
  return { exitCode: 1, message: error instanceof Error ? rootOf(error).message : String(error) };
}

function adviceFor({ code }: OrderAnalyticsError): string {
  if (code === 'network_error') return '. Is it the right address (--url), and does it run?';
  if (code === 'unauthorized') return ' keys list shows which keys there are.';
  return '';
}

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EISDIR: 'expected a file, got a folder',
  ENOTDIR: 'a part of the path is no folder',
  ENOSPC: 'no space is left on the disk',
  EROFS: 'the file system is read-only',
};

function fileProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return undefined;
  const problem = FILE_PROBLEMS[String(error.code)];
  return problem === undefined ? undefined : `${String(error.path)}: ${problem}`;
}

/** fetch says only that it failed; its cause says why. */
function rootOf(error: Error): Error {
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}
