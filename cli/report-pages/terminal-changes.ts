// What changed since an earlier report, for a terminal: the part that all types share.
import { instant } from './report-facts.ts';
import { heading, type Paper, paragraph } from './terminal-text.ts';

/** Above what changed since the report that this one is compared with. */
export function changeHeading(
  paper: Paper,
  { report_id, created_at }: { readonly report_id: string; readonly created_at: string },
): string[] {
  return [
    heading(paper, 'Changes'),
    paragraph(paper, `What changed since report ${report_id} of ${instant(created_at)}.`),
  ];
}
