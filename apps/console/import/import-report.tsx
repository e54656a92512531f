// What the files add up to, before anything is sent: the figures that the command line prints, and the rejected rows as a
// file.
import { rowSentence } from '../../../packages/order-files/problems/row-problems.ts';
import type { Reconciliation } from '../../../packages/order-files/totals/reconciliation.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { Facts } from '../../../packages/report-parts/table.ts';
import { saveBlob } from '../app/save-file.ts';
import { day, money, number, texts, textsOfView } from '../app/words/language.ts';
import { ENGLISH_FILES, type FileWords, germanFiles } from './file-words.ts';
import type { Checked } from './messages.ts';

// What the import view says about files, which is there before a file is chosen.

export const fileWords = textsOfView<FileWords>(ENGLISH_FILES, async () => {
  const [{ default: texts }, { rowsDe }] = await Promise.all([
    import('../texts/de/files-de.json', { with: { type: 'json' } }),
    import('../texts/de/rows-de.ts'),
  ]);
  return germanFiles(texts, rowsDe);
});

export function ImportReport({ checked }: { readonly checked: Checked }) {
  const { import: said } = texts();
  const { reconciliation } = checked;
  return (
    <section class="card" aria-label={said.reconciliation}>
      <h2>{said.reconciliation}</h2>
      <Facts facts={factsOf(reconciliation)} />
      <LeftOut checked={checked} />
    </section>
  );
}

/** What is not sent and why, with the rejected rows as a file: before the import, and as its result. */
export function LeftOut({
  checked,
  isSent = false,
}: {
  readonly checked: Checked;
  readonly isSent?: boolean;
}) {
  const { import: said } = texts();
  const { badRows, reconciliation, remarks, rejected, rejectedKept } = checked;
  const { left_out, own_totals, currency, other_records, tips } = reconciliation;
  const paid = reconciliation.statuses.filter((one) => one.paid === true).map(({ status }) => `“${status}”`);
  return (
    <>
      <ul>
        {paid.length > 0 && <li>{fill(said.counted, { statuses: paid.join(', ') })}</li>}
        {left_out.map(({ reason, currency: own, rows: count, orders, amount }) => (
          <li key={`${reason} ${own}`}>
            {fill(said.leftOut, {
              count,
              rows: number(count),
              orders: number(orders),
              reason:
                reason === 'other_currency'
                  ? fill(said.inCurrency, { code: own ?? '' })
                  : said.reason[reason],
            })}
            {amount !== 0 && ` (${money(amount, own)})`}.{' '}
            {!isSent && reason === 'other_currency' && said.mayConvert}
            {!isSent && reason !== 'other_currency' && reason !== 'not_paid' && said.mayInclude}
          </li>
        ))}
        {other_records > 0 && <li>{fill(said.otherRecords, { records: number(other_records) })}</li>}
        {tips !== 0 && <li>{fill(said.tips, { amount: money(tips, currency) })}</li>}
        {own_totals !== null && (
          <li>
            {fill(said.ownTotal, {
              expected: money(own_totals.expected, currency),
              got: money(own_totals.got, currency),
              different: number(own_totals.orders_different),
            })}
          </li>
        )}
        {remarks.map((remark) => (
          <li key={JSON.stringify(remark)}>{fileWords().remark(remark)}</li>
        ))}
      </ul>
      {rejected !== undefined && (
        <>
          <p>
            {fill(said.rejected, { count: badRows, shown: number(badRows) })}{' '}
            <button type="button" onClick={() => saveBlob(rejected, 'rejected-rows.csv')}>
              {said.saveRejected}
            </button>{' '}
            {rejectedKept < badRows && fill(said.rejectedKept, { shown: number(rejectedKept) })}
          </p>
          <Reasons checked={checked} />
        </>
      )}
    </>
  );
}

/** Why rows are rejected, with the first of each reason. */
function Reasons({ checked: { badRows, reasons } }: { readonly checked: Checked }) {
  const { import: said } = texts();
  const others = badRows - reasons.reduce((sum, { rows }) => sum + rows, 0);
  return (
    <ul class="reasons">
      {reasons.map(({ rows, source, line, problem }) => (
        <li key={`${source} ${line}`}>
          {fill(said.rejectedFirst, { count: rows, shown: number(rows), file: source, line: number(line) })}:{' '}
          {excerpt(rowSentence(fileWords().row, problem))}
        </li>
      ))}
      {others > 0 && <li>{fill(said.rejectedOther, { count: others, shown: number(others) })}</li>}
    </ul>
  );
}

/** A cell may be of any length. */
function excerpt(sentence: string): string {
  return sentence.length <= LONGEST_REASON ? sentence : `${sentence.slice(0, LONGEST_REASON)}…`;
}

const LONGEST_REASON = 400;

function factsOf(figures: Reconciliation): [string, string][] {
  const { fact } = texts().import;
  const { currency } = figures;
  return [
    [fact.rows, number(figures.rows_read)],
    [fact.orders, number(figures.orders)],
    [fact.customers, number(figures.customers)],
    [fact.gross, money(figures.gross, currency)],
    [fact.discounts, money(0 - figures.discounts, currency)],
    [fact.refunds, money(0 - figures.refunds, currency)],
    ...(figures.taxes === null ? [] : [[fact.taxes, money(figures.taxes, currency)] as [string, string]]),
    [fact.net, money(figures.net, currency)],
    [fact.first, figures.first_date === null ? '–' : day(figures.first_date)],
    [fact.last, figures.last_date === null ? '–' : day(figures.last_date)],
  ];
}
