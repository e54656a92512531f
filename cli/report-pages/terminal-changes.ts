// What changed since an earlier report, for a terminal: the part that all types share.
import { earlierReport } from './report-facts.ts';
import { heading, type Paper, paragraph } from './terminal-text.ts';

/** Above what changed since the report that this one is compared with. */
export function changeHeading(paper: Paper, earlier: Parameters<typeof earlierReport>[0]): string[] {
  return [heading(paper, 'Changes'), paragraph(paper, `What changed since ${earlierReport(earlier)}.`)];
}
