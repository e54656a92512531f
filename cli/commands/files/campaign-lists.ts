// Lists of a campaign's customers: CSV files with a column of ids, as `analyze … --customers` writes them.
import { readFileSync } from 'node:fs';
import { CsvRecords, guessDelimiter } from '../../../order-files/text/csv-records.ts';
import { excerpt } from '../../../src/core/excerpt.ts';
import { noFormula } from '../../../src/core/tables/harmless-text.ts';
import { FileRefusal } from '../../file-refusal.ts';

/** Ids, each with the line where it first stands. */
export type CampaignList = ReadonlyMap<string, number>;

/** Throws FileRefusal: no such column, a customer without an id, or no customer at all. */
export function readCampaignList(file: string, column: string): CampaignList {
  const text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  const records = new CsvRecords(guessDelimiter(text.slice(0, text.search(/\r?\n|$/))));
  records.feed(text);
  records.end();
  const refuse = (problem: string): never => {
    throw new FileRefusal(`${file}: ${problem}`, 2);
  };
  if (!records.next()) return refuse('the file is empty; expected a header and a line per customer');
  const names = records.fields.map((name) => name.trim());
  const at = names.indexOf(column);
  if (at < 0) {
    return refuse(
      `no column ${named(column)}; the header has ${names.map(named).join(', ')}. --id-column NAME names the column of ids`,
    );
  }
  const lines = new Map<string, number>();
  while (records.next()) {
    const id = asSent((records.fields[at] ?? '').trim());
    if (records.hasOpenQuote) refuse(`line ${records.line}: a quote is opened and never closed`);
    if (id === '') refuse(`line ${records.line}: no customer id`);
    if (!lines.has(id)) lines.set(id, records.line);
  }
  return lines.size === 0 ? refuse('no customer is below the header') : lines;
}

const LONGEST_NAME = 60;
const named = (text: string): string => `"${excerpt(text, LONGEST_NAME)}"`;

/** An export puts an apostrophe before what a spreadsheet would run. */
function asSent(id: string): string {
  const without = id.slice(1);
  return id.startsWith("'") && noFormula(without) === id ? without : id;
}

/** Throws FileRefusal where somebody is in both arms. */
export function demandApart(sent: NamedList, heldOut: NamedList): void {
  for (const [id, line] of heldOut.list) {
    const other = sent.list.get(id);
    if (other === undefined) continue;
    throw new FileRefusal(
      `customer ${named(id)} is in both lists: ${sent.file} line ${other} and ${heldOut.file} line ${line}. Nothing was analysed: nobody can be sent to and held out`,
      2,
    );
  }
}

interface NamedList {
  readonly file: string;
  readonly list: CampaignList;
}
