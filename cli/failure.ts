// Errors as the operator reads them: one sentence that ends with what to do next, and the exit code.
import { CommanderError } from 'commander';
import { NotFinishedError, OrderAnalyticsError, ReportFailedError } from '../client/src/index.ts';
import { OrderFileError } from '../order-files/problems/errors.ts';
import { ServiceError } from '../src/core/errors.ts';
import { OperationError } from '../src/operations/operation-error.ts';

export interface Failure {
  /** 0 done, 1 something failed, 2 it could not start. */
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
  if (code === 'network_error')
    return '. Check that the address (--url) is right and the service is running.';
  if (code === 'unauthorized') return ' keys list shows the existing keys.';
  return '';
}

const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EISDIR: 'expected a file, got a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'no space is left on the disk',
  EROFS: 'the file system is read-only',
};

function fileProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return undefined;
  const problem = FILE_PROBLEMS[String(error.code)];
  return problem === undefined ? undefined : `${String(error.path)}: ${problem}`;
}

/** fetch reports only that it failed; the reason is in its cause. */
function rootOf(error: Error): Error {
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}
