// A workflow error as a reason that the report's owner can act on. Internals stay in the log.

export function failReason({ Error: name }: { Error: string }): string {
  if (/Timeout|Timedout/i.test(name)) {
    return 'The report took longer than allowed. Narrow it with filters.dateRange or raise params.min_support.';
  }
  if (/ExitError|OutOfMemory|ERR_WORKER_OUT_OF_MEMORY|Lambda\.Unknown/.test(name)) {
    return 'The report needs more memory than allowed. Narrow it with filters.dateRange or raise params.min_support.';
  }
  return 'The report could not be generated because of an unexpected error. Request it again; it does not count against the monthly limit.';
}
