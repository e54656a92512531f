// A workflow error as a reason that the report's owner can act on. Internals stay in the log.

import type { PartitionStep } from '../../contract/messages/workflow.ts';

/** What each report needs: customer scopes and cohorts are decided on orders before the range, too. */
const NARROWER =
  'Narrow it with filters.dateRange (customer scopes other than all, and cohorts, read earlier orders as well) or raise params.min_support.';

/** What the report was at, when it is computed in partitions. */
const AT: Readonly<Record<PartitionStep, string>> = {
  extract: 'while its orders were read (step extract)',
  pass: 'while its partitions were computed (step pass)',
  join: 'while its partitions were joined (step join)',
};

/** `step`: of a report in partitions. */
export function failReason({ Error: name }: { Error: string }, step?: PartitionStep): string {
  const at = step === undefined ? '' : ` ${AT[step]}`;
  if (/Timeout|Timedout/i.test(name)) {
    return `The report took longer than allowed${at}. ${NARROWER}`;
  }
  if (/ExitError|OutOfMemory|ERR_WORKER_OUT_OF_MEMORY|Lambda\.Unknown/.test(name)) {
    return `The report needs more memory than allowed${at}. ${NARROWER}`;
  }
  if (name === 'PartitionFileError') {
    return `A temporary file of the report was missing or damaged${at}. Request the report again; it does not count against the monthly limit.`;
  }
  return `The report could not be generated because of an unexpected error${at}. Request it again; it does not count against the monthly limit.`;
}
