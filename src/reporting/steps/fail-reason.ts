// A workflow error as a reason that the report's owner can act on. Internals stay in the log.

import type { PartitionStep } from '../../contract/messages/workflow.ts';
import type { WorkSentence } from '../../core/sentences/failed-because.ts';
import { say } from '../../core/sentences/sentence.ts';

/** `step`: of a report in partitions. */
export function failReason(
  { Error: name }: { Error: string },
  step: PartitionStep | null = null,
): WorkSentence {
  if (/Timeout|Timedout/i.test(name)) return say('report_took_too_long', { step });
  if (/ExitError|OutOfMemory|ERR_WORKER_OUT_OF_MEMORY|Lambda\.Unknown/.test(name)) {
    return say('report_needs_memory', { step });
  }
  return name === 'PartitionFileError' ? say('report_file_lost', { step }) : say('report_failed', { step });
}
