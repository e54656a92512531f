// An error as a log may show it: its class, where it came from, and its message only where no part of a request can be
// in it. A parser quotes what it could not read, and so do validators.
import { OwnError } from '../core/errors.ts';

const MAX_MESSAGE = 500;
const MAX_FRAMES = 12;
const MAX_CAUSES = 3;
const WITHHELD = '(withheld: it may quote a request)';

/** Whatever was thrown, even what throws again when it is looked at. */
export function describeError(error: unknown): { error: Record<string, unknown> } {
  try {
    return { error: described(error, 0) };
  } catch {
    return { error: { name: '(unreadable)' } };
  }
}

/** What may leave a function: the error itself, or one of its name in its place. */
export function withheld(error: unknown): unknown {
  try {
    if (!(error instanceof Error)) return new Error(WITHHELD);
    const message = mayBeShown(error) ? scrubbed(error.message) : WITHHELD;
    if (message === error.message) return error;
    const left = new Error(message);
    left.name = text(error.name);
    left.stack = [`${left.name}: ${message}`, ...frames(error.stack).map((frame) => `    ${frame}`)].join(
      '\n',
    );
    return left;
  } catch {
    return new Error(WITHHELD);
  }
}

function described(error: unknown, depth: number): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: `(${typeof error})`, message: WITHHELD };
  const { name, cause } = error;
  return {
    name: text(name),
    message: mayBeShown(error) ? scrubbed(error.message) : WITHHELD,
    ...sdkFacts(error),
    stack: frames(error.stack),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: described(cause, depth + 1) }),
  };
}

/** Our own words, which hold ids of ours; the AWS services'; the system's about a connection. */
function mayBeShown(error: Error): boolean {
  return error instanceof OwnError || '$metadata' in error || ('syscall' in error && 'code' in error);
}

function sdkFacts(error: Error): Record<string, unknown> {
  const facts: Record<string, unknown> = {};
  if ('code' in error && typeof error.code === 'string') facts.code = scrubbed(error.code);
  if ('$metadata' in error && typeof error.$metadata === 'object' && error.$metadata !== null) {
    const { $metadata } = error;
    if ('requestId' in $metadata) facts.aws_request_id = text($metadata.requestId);
    if ('httpStatusCode' in $metadata) facts.aws_status = Number($metadata.httpStatusCode);
  }
  return facts;
}

/** What a service quotes may be a value; what looks like a key is one. */
function scrubbed(message: unknown): string {
  return text(message)
    .replace(/afn_[0-9A-Za-z]*/g, 'afn_…')
    .replace(/"[^"]*"|`[^`]*`|'[^']*'/g, '"…"')
    .slice(0, MAX_MESSAGE);
}

/** Frames only: the stack's first lines are the message. */
function frames(stack: unknown): string[] {
  return text(stack)
    .split('\n')
    .filter((line) => /^ {4}at [^"'`]*$/.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim().slice(0, MAX_MESSAGE));
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
