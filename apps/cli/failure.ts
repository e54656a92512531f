// Describes errors to the operator: one sentence that ends with the next step, and the exit code. With --json, the same
// in the shape of the API's errors.
import { CommanderError } from 'commander';
import { NotFinishedError, OrderAnalyticsError, ReportFailedError } from '../../packages/client/src/index.ts';
import { OrderFileError, printProblems } from '../../packages/order-files/problems/errors.ts';
import { PRINTED } from '../../packages/order-files/problems/file-problem-words.ts';
import type { FileProblem } from '../../packages/order-files/problems/file-problems.ts';
import { listChoices, type WayOut } from '../../packages/order-files/problems/way-out.ts';
import { formatJsonLine } from '../../src/analysis/tables/harmless-text.ts';
import { ServiceError } from '../../src/contract/errors/errors.ts';
import { OperationError } from '../../src/service/operations/operation-error.ts';
import { formatCommand, tryAgain } from './try-again.ts';

printProblems(PRINTED);

export interface CommandFailure {
  /** 0 success, 1 something failed, 2 it could not start, 130 interrupted. */
  readonly exitCode: 0 | 1 | 2 | typeof INTERRUPTED;
  readonly message: string | undefined;
  /** Commander has printed the error already, unless errors are JSON. */
  readonly isPrinted?: boolean;
  /** A code of the API, or of the published client. */
  readonly code: string;
  /** The id of a request that the service refused. */
  readonly request_id?: string | undefined;
  /** The reason why a file cannot be read. */
  readonly problem?: FileProblem;
  /** A whole command line to try instead; several if somebody has to choose. */
  readonly tryAgain?: readonly string[] | undefined;
}

/** `args`: the arguments of the command that failed. */
export function describeFailure(error: unknown, args: readonly string[] = []): CommandFailure {
  if (error instanceof CommanderError) return toUsageFailure(error);
  if (error instanceof InterruptedError)
    return { exitCode: INTERRUPTED, message: error.message, code: 'interrupted' };
  if (error instanceof ReportFailedError || error instanceof NotFinishedError)
    return { exitCode: 1, message: error.message, code: error.code };
  if (error instanceof OrderAnalyticsError) {
    const { code, requestId } = error;
    const message = `${error.message}${getAdvice(error)}`;
    return { exitCode: 2, message, code, ...(requestId !== undefined && { request_id: requestId }) };
  }
  if (error instanceof OrderFileError) return toFileFailure(error, args);
  if (error instanceof FileRefusal) {
    const { message, exitCode, way } = error;
    return {
      exitCode,
      message,
      code: 'invalid_request',
      tryAgain: listCommands(args, way === undefined ? [] : [way]),
    };
  }
  if (error instanceof ServiceError) return { exitCode: 2, message: error.message, code: error.code };
  if (error instanceof OperationError)
    return { exitCode: 2, message: error.message, code: 'invalid_request' };
  const file = describeFileError(error);
  if (file !== undefined) return { exitCode: 2, message: file, code: 'not_found' };
  const message = error instanceof Error ? findRootCause(error).message : String(error);
  return { exitCode: 1, message, code: 'internal_error' };
}

/** Formats the error as the API does: the sentence, the stable code, and its details. */
export function formatFailureJson({
  exitCode: _,
  isPrinted: __,
  message,
  tryAgain: again,
  ...rest
}: CommandFailure): string {
  const [only, ...others] = again ?? [];
  const next = others.length === 0 ? { try: only } : { choices: again };
  return formatJsonLine({ error: message, ...rest, ...(only !== undefined && next) });
}

function toUsageFailure({ exitCode, message }: CommanderError): CommandFailure {
  const sentence = message === '(outputHelp)' ? 'expected a command' : message.replace(/^error: /, '');
  return exitCode === 0
    ? { exitCode: 0, message: undefined, code: 'help' }
    : { exitCode: 2, message: sentence, isPrinted: true, code: 'invalid_request' };
}

/** If no option helps, the next step is to inspect the file. */
function toFileFailure(
  { message, problem, source }: OrderFileError,
  args: readonly string[],
): CommandFailure {
  const choices = listChoices(problem);
  const again =
    choices.length > 0
      ? listCommands(
          args,
          choices.map(({ way }) => way),
        )
      : source !== undefined && args.includes(source) && LOOKS.includes(problem.code)
        ? [formatCommand(['inspect', source])]
        : undefined;
  return { exitCode: 2, message, code: 'invalid_request', problem, tryAgain: again };
}

function listCommands(args: readonly string[], ways: readonly WayOut[]): string[] {
  return ways.map((way) => tryAgain(args, way)).filter((command) => command !== undefined);
}

/** Problems of files whose columns can be read: `inspect` can show them. */
const LOOKS: readonly FileProblem['code'][] = [
  ...(['missing_columns', 'rows_are_orders', 'unknown_column', 'missing_header', 'too_many_lines'] as const),
  ...(['open_quote', 'unknown_statuses', 'several_currencies'] as const),
];

function getAdvice({ code }: OrderAnalyticsError): string {
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

function describeFileError(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return undefined;
  const problem = FILE_PROBLEMS[String(error.code)];
  return problem === undefined ? undefined : `${String(error.path)}: ${problem}`;
}

/** fetch reports only that it failed; its cause has the reason. */
function findRootCause(error: Error): Error {
  return error.cause instanceof Error ? findRootCause(error.cause) : error;
}

// Order files that are readable but unusable as they are, with the options that could help.

export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';
  /** 1 if the files were read and hold nothing, 2 if the command stopped. */
  readonly exitCode: 1 | 2;
  readonly way: WayOut | undefined;

  constructor(message: string, exitCode: 1 | 2, way?: WayOut) {
    super(message);
    this.exitCode = exitCode;
    this.way = way;
  }
}

// Handles Ctrl-C: the work stops where it can be continued, closes files and restores the terminal, and prints where it
// stopped. A second Ctrl-C ends the process at once.

/** The shells' convention: 128 plus the number of the signal. */
const INTERRUPTED = 130;
const SHOW_CURSOR = '\u001b[?25h';

class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/** `where`: describes the position after the stop; it completes the sentence “interrupted …”. */
export async function runInterruptibly<T>(
  where: () => string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const onInterrupt = (): void => {
    if (controller.signal.aborted) {
      if (process.stderr.isTTY) process.stderr.write(SHOW_CURSOR);
      process.exit(INTERRUPTED);
    }
    controller.abort(new InterruptedError('interrupted'));
  };
  process.on('SIGINT', onInterrupt);
  try {
    return await work(controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? new InterruptedError(`interrupted ${where()}`) : error;
  } finally {
    process.removeListener('SIGINT', onInterrupt);
  }
}
