// Structured log lines, one JSON object each. What goes in never holds a body, a key or a customer id.

type Level = 'info' | 'warn' | 'error';

export function log(level: Level, message: string, fields: Readonly<Record<string, unknown>> = {}): void {
  console[level](JSON.stringify({ level, message, ...fields }));
}

/** Name, message and stack: what an engineer needs, in a shape that JSON carries. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: { name: error.name, message: error.message, stack: error.stack } };
}
