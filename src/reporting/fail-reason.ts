// A workflow error as a reason that the report's owner can act on. Internals stay in the log.

/** What each report needs: customer scopes and cohorts are decided on orders before the range, too. */
const NARROWER =
  'Narrow it with filters.dateRange (customer scopes other than all, and cohorts, read earlier orders as well) or raise params.min_support.';

export function failReason({ Error: name }: { Error: string }): string {
  if (/Timeout|Timedout/i.test(name)) {
    return `The report took longer than allowed. ${NARROWER}`;
  }
  if (/ExitError|OutOfMemory|ERR_WORKER_OUT_OF_MEMORY|Lambda\.Unknown/.test(name)) {
    return `The report needs more memory than allowed. ${NARROWER}`;
  }
  return 'The report could not be generated because of an unexpected error. Request it again; it does not count against the monthly limit.';
}
