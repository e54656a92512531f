// A segment's customers as a file in the page: the right customers, and nothing that a spreadsheet would run.
import { expect, it } from 'vitest';
import { customerDownloads } from '../../../cli/report-pages/customer-downloads.ts';
import { markup } from '../../../cli/report-pages/html-page.ts';

const customers = [
  { customer_id: 'ann', segment: 'Champions', monetary: 90.5 },
  { customer_id: '=cmd()', segment: 'At Risk', monetary: 20 },
  { customer_id: '<b>cy</b>', segment: 'At Risk', monetary: 10 },
  { customer_id: 'gone', segment: null, monetary: 5 },
];

/** File name and contents of each link. */
function filesOf(page: string): [string, string][] {
  return [...page.matchAll(/download="([^"]*)" href="data:text\/csv;charset=utf-8;base64,([^"]*)"/g)].map(
    ([, name = '', bytes = '']) => [name, Buffer.from(bytes, 'base64').toString()],
  );
}

it('has a file for each segment, the largest first, without customers who have left', () => {
  const text = markup(customerDownloads(customers));
  expect(text).toContain('<h2>Customers by segment</h2>');
  expect(filesOf(text)).toEqual([
    ['segment-At-Risk.csv', "customer_id,segment,monetary\r\n'=cmd(),At Risk,20\r\n<b>cy</b>,At Risk,10\r\n"],
    ['segment-Champions.csv', 'customer_id,segment,monetary\r\nann,Champions,90.5\r\n'],
  ]);
  expect(text).not.toContain('<b>cy');
});

it('has a file for each cohort', () => {
  const text = markup(customerDownloads([{ customer_id: 'ann', cohort: '2026-01', monetary: 1 }]));
  expect(text).toContain('<h2>Customers by cohort</h2>');
  expect(filesOf(text)).toEqual([['cohort-2026-01.csv', 'customer_id,cohort,monetary\r\nann,2026-01,1\r\n']]);
});

it('says so where there are more customers than a page can hold', () => {
  const many = Array.from({ length: 100_001 }, (_, at) => ({ customer_id: `c${at}`, segment: 'Lost' }));
  const text = markup(customerDownloads(many));
  expect(filesOf(text)).toEqual([]);
  expect(text).toContain('100,001 customers are more than a page can hold, which is 100,000');
});
