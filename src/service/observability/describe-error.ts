// Describes an error for the log: its class, its origin, and its message only if the message cannot contain any part of
// a request. Parsers and validators quote the input that they reject.
import { OwnError } from '../../contract/errors/errors.ts';

const MAX_MESSAGE = 500;
const MAX_FRAMES = 12;
const MAX_CAUSES = 3;
const WITHHELD = '(withheld: it may quote a request)';

/**
 * Errors of AWS services whose messages contain only the service's own text. A validation error quotes the
 * rejected value.
 */
const SERVICES_WORDS: ReadonlySet<string> = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'ConditionalCheckFailedException',
  'ExecutionAlreadyExists',
  'ExpiredTokenException',
  'InternalServerError',
  'InternalServerException',
  'ItemCollectionSizeLimitExceededException',
  'LimitExceededException',
  'ModelTimeoutException',
  'NoSuchBucket',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ResourceNotFoundException',
  'ServiceUnavailableException',
  'SlowDown',
  'ThrottlingException',
  'TransactionCanceledException',
  'TransactionConflictException',
]);

/** Names that libraries set on plain errors. */
const GIVEN_NAMES: ReadonlySet<string> = new Set(['AbortError', 'TimeoutError']);

/** Accepts any thrown value, even one that throws when it is inspected. */
export function describeError(error: unknown): { error: Record<string, unknown> } {
  try {
    return { error: describeToDepth(error, 0) };
  } catch {
    return { error: { name: '(unreadable)' } };
  }
}

/** The error that may leave a function: only the name, because the runtime logs everything else. */
export function withholdDetails(error: unknown): Error {
  try {
    if (!(error instanceof Error)) return new Error(WITHHELD);
    const message = toSafeMessage(error);
    const left = new Error(message);
    left.name = toSafeName(error);
    left.stack = [`${left.name}: ${message}`, ...listFrames(error).map((frame) => `    ${frame}`)].join('\n');
    return left;
  } catch {
    return new Error(WITHHELD);
  }
}

function describeToDepth(error: unknown, depth: number): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: `(${typeof error})`, message: WITHHELD };
  const { cause } = error;
  return {
    name: toSafeName(error),
    message: toSafeMessage(error),
    ...pickSdkFacts(error),
    stack: listFrames(error),
    ...(cause !== undefined && depth < MAX_CAUSES && { cause: describeToDepth(cause, depth + 1) }),
  };
}

/**
 * Messages of our own, which contain our ids; a service's own; for a connection error the operation and code,
 * not the peer.
 */
function toSafeMessage(error: Error): string {
  if (error instanceof OwnError) return scrubMessage(error.message);
  // The SDK adds $metadata to connection errors too, and to any other error inside it.
  if ('syscall' in error && 'code' in error) return `${toWord(error.syscall)} ${toWord(error.code)}`.trim();
  return '$metadata' in error && SERVICES_WORDS.has(error.name) ? scrubMessage(error.message) : WITHHELD;
}

/** Class names come from the code; any other name could come from anywhere. */
function toSafeName(error: Error): string {
  const name = toWord(error.name);
  if ('$metadata' in error || GIVEN_NAMES.has(name)) return name;
  for (
    let type: object | null = Object.getPrototypeOf(error);
    type !== null;
    type = Object.getPrototypeOf(type)
  ) {
    if (type.constructor.name === name) return name;
  }
  return 'Error';
}

function pickSdkFacts(error: Error): Record<string, unknown> {
  const facts: Record<string, unknown> = {};
  if ('code' in error && typeof error.code === 'string') facts.code = toWord(error.code);
  if ('$metadata' in error && typeof error.$metadata === 'object' && error.$metadata !== null) {
    const { $metadata } = error;
    if ('requestId' in $metadata) facts.aws_request_id = toText($metadata.requestId);
    if ('httpStatusCode' in $metadata) facts.aws_status = Number($metadata.httpStatusCode);
  }
  return facts;
}

/** A quoted word may be a value; a word that looks like a key counts as one. */
function scrubMessage(message: unknown): string {
  return toText(message)
    .replace(/afn_[0-9A-Za-z]*/g, 'afn_…')
    .replace(/"[^"]*"|`[^`]*`|'[^']*'/g, '"…"')
    .slice(0, MAX_MESSAGE);
}

/**
 * Stack frames only. The message precedes them and may contain lines that look like frames, so it is removed as a
 * whole; a stack that does not start with the message is dropped.
 */
function listFrames(error: Error): string[] {
  const stack = toText(error.stack);
  const message = toText(error.message);
  const head = message === '' ? '\n' : `: ${message}\n`;
  const end = stack.indexOf(head);
  if (end < 0 || !/^\w+(?: \[\w+\])?$/.test(stack.slice(0, end))) return [];
  return stack
    .slice(end + head.length)
    .split('\n')
    .filter((line) => /^ {4}at [^"'`]*$/.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim().slice(0, MAX_MESSAGE));
}

/** A code or a name: a word of letters, digits and dots. */
function toWord(value: unknown): string {
  return /^[A-Za-z][\w.]{0,63}$/.exec(toText(value))?.[0] ?? '';
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
