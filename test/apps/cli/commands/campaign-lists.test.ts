// Tests the lists of a campaign: how a list is read or refused, and how one is split.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  demandApart,
  readCampaignList,
  splitCampaignList,
} from '../../../../apps/cli/commands/files/analyze-effect.ts';
import { formatCsv } from '../../../../src/analysis/tables/csv-lines.ts';

const dir = mkdtempSync(join(tmpdir(), 'campaign-lists-'));
afterAll(() => rmSync(dir, { recursive: true }));

const file = join(dir, 'list.csv');
function read(text: string | Buffer, column = 'customer_id') {
  writeFileSync(file, text);
  return readCampaignList(file, column);
}
const readError = (text: string | Buffer, column?: string): string => {
  try {
    read(text, column);
  } catch (error) {
    return error instanceof Error ? error.message.replace(`${file}: `, '') : '';
  }
  return '';
};

describe('a campaign list', () => {
  it('is read with other columns, any separator and any line end, and counts a repeated customer once', () => {
    expect([...read('\ufeffname;customer_id\r\nAnn; c1 \r\nBob;c2\r\n\r\nAnn;c1\r\n')]).toEqual([
      ['c1', 2],
      ['c2', 3],
    ]);
    expect([...read('Kunde\n7', 'Kunde').keys()]).toEqual(['7']);
  });

  it('restores ids that an export escaped for spreadsheets', () => {
    const ids = ['=1+1', "'=x", "O'Neil", '-7', '@a', 'a,b', 'say "hi"', '__proto__', 'constructor', '日本'];
    expect([...read(formatCsv([['customer_id'], ...ids.map((id) => [id])])).keys()]).toEqual(ids);
  });

  it.each([
    ['', 'the file is empty; expected a header and a line per customer'],
    ['customer_id\n', 'no customers below the header'],
    ['customer_id,name\nc1,Ann\n,Bob\n', 'line 3: no customer id'],
    ['customer_id\nc1\n"c2\nc3\n', 'line 3: unclosed quote'],
    [
      'e-mail,id\nann@example.org,1\n',
      'no column "customer_id"; the header has "e-mail", "id". Name the column of ids: --id-column NAME',
    ],
    [
      `\u001b[31m${'x'.repeat(100)}\n1\n`,
      `no column "customer_id"; the header has "\ufffd[31m${'x'.repeat(54)}…". Name the column of ids: --id-column NAME`,
    ],
  ])('is refused with its problem: %j', (text, message) => {
    expect(readError(text)).toBe(message);
  });

  it('is refused if it is a binary file, without control characters in the message', () => {
    expect(readError(Buffer.from([0x50, 0x4b, 3, 4, 0x1b, 0x5b, 0, 0xff]))).toMatch(
      /^no column "customer_id"/,
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the message must not contain them.
    expect(readError(Buffer.from([0x50, 0x4b, 3, 4, 0x1b, 0x5b, 0, 0xff]))).not.toMatch(/[\u0000-\u001f]/);
  });
});

it('refuses a customer who is in both lists, and names both lines', () => {
  const sent = { file: 'sent.csv', list: read('customer_id\nc1\nc2\n') };
  const heldOut = { file: 'held.csv', list: read('customer_id\nc9\nc8\nc2\n') };
  expect(() => demandApart(sent, heldOut)).toThrow(
    'customer "c2" is in both lists: sent.csv line 3 and held.csv line 4. Nothing was analysed: remove the customer from one of the lists',
  );
  expect(() => demandApart(sent, { file: 'held.csv', list: read('customer_id\nC2\n') })).not.toThrow();
});

it('splits a list by whole lines, holds out about the given share, and picks the same customers for the same name', () => {
  const rows = Array.from({ length: 1_000 }, (_, at) => [`=c${at}`, `c${at}@example.org`]);
  const name = join(dir, 'spring');
  const splitList = (lines: string[][], to: string) => {
    writeFileSync(file, formatCsv([['customer_id', 'contact'], ...lines]));
    const counts = splitCampaignList(file, 'customer_id', { name: to, holdOut: 0.1 });
    const [sent, heldOut] = ['sent', 'held-out'].map((arm) =>
      readCampaignList(`${to}-${arm}.csv`, 'customer_id'),
    );
    return { counts, sent: [...(sent?.keys() ?? [])], heldOut: [...(heldOut?.keys() ?? [])] };
  };
  const all = splitList(rows, name);
  expect(all.counts).toEqual({ sent: all.sent.length, heldOut: all.heldOut.length });
  expect([...all.sent, ...all.heldOut].sort()).toEqual(rows.map(([id]) => id).sort());
  expect(all.heldOut.length).toBeGreaterThan(70);
  expect(all.heldOut.length).toBeLessThan(130);
  expect(readFileSync(`${name}-sent.csv`, 'utf8').split('\r\n')[1]).toMatch(/^'=c\d+,c\d+@example\.org$/);
  const half = splitList(rows.slice(500), name);
  expect(half.heldOut).toEqual(all.heldOut.filter((id) => Number(id.slice(2)) >= 500));
  expect(splitList(rows, join(dir, 'autumn')).heldOut).not.toEqual(all.heldOut);
});
