// Reports of earlier versions: what a body lacks, its pages lack, and nothing else.
import { expect, test } from 'vitest';
import { renderHtml } from '../../../cli/report-pages/html-page.ts';
import { readReport } from '../../../cli/report-pages/read-report.ts';
import { renderCsv } from '../../../cli/report-pages/report-csv.ts';
import { renderTerminal } from '../../../cli/report-pages/terminal-report.ts';
import { mbaReport, rfmReport, rule, segment } from './literal-reports.ts';

const LATER = ['reference_date', 'settings', 'warnings', 'notes', 'changes', 'deliveries'];

function older(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !LATER.includes(name)));
}

test.each([
  ['MBA', older(mbaReport([rule(['Tea'], ['Milk'])])), 'Tea → Milk'],
  ['RFM', older(rfmReport([segment('Champions', 30, 7_500)])), 'Champions'],
])(
  '%s bodies without settings, warnings, notes and changes are shown in every form',
  async (_, body, row) => {
    const text = renderTerminal(body, { colour: false });
    expect(text).toContain(row);
    expect(text).not.toContain('Warnings');
    expect(text).not.toContain('Changes');
    expect(await renderHtml(body)).toContain('<h2>Asked for</h2><dl class="asked"></dl>');
    expect(renderCsv(body).split('\r\n')).toHaveLength(3);
  },
);

test('a body of a type that is not known is refused by its report_type', () => {
  expect(() => readReport({ ...mbaReport([]), report_type: 'ABC' })).toThrow(
    'Not a finished report: report_type: ',
  );
});
