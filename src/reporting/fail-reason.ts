// A workflow error as a reason that the report's owner can act on. Internals stay in the log.

export function failReason({ Error: name, Cause: cause }: { Error: string; Cause: string }): string {
  if (name === 'ReportFailedError') return messageOf(cause) ?? 'The report could not be generated.';
  if (/Timeout|Timedout/i.test(name)) {
    return 'The report took longer than allowed. Narrow it with filters.dateRange or raise params.min_support.';
  }
  if (/ExitError|OutOfMemory|ERR_WORKER_OUT_OF_MEMORY|Lambda\.Unknown/.test(name)) {
    return 'The report needs more memory than allowed. Narrow it with filters.dateRange or raise params.min_support.';
  }
  return 'The report could not be generated because of an unexpected error. Start it again; it was not counted.';
}

function messageOf(cause: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(cause);
    if (typeof parsed !== 'object' || parsed === null || !('errorMessage' in parsed)) return undefined;
    return String(parsed.errorMessage);
  } catch {
    return undefined;
  }
}
