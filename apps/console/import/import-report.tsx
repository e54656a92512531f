// Shows the totals of the files before anything is sent: the figures that the command line prints, and the rejected
// rows as a file.
import { formatRowProblem } from '../../../packages/order-files/problems/row-problems.ts';
import type { Reconciliation } from '../../../packages/order-files/totals/reconciliation.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { Facts } from '../../../packages/report-parts/table.ts';
import { useRevealed } from '../app/address.ts';
import { saveBlob } from '../app/save-file.ts';
import { createViewTexts, formatDay, formatMoney, formatNumber } from '../app/words/language.ts';
import { createGermanFiles, ENGLISH_FILES, type FileWords } from './file-words.ts';
import { getImportTexts } from './import-texts.ts';
import type { Checked } from './messages.ts';

// Holds the import view's texts about files, loaded before a file is chosen.

export const fileWords = createViewTexts<FileWords>(ENGLISH_FILES, async () => {
  const [{ default: texts }, { rowsDe }] = await Promise.all([
    import('../texts/de/files-de.json', { with: { type: 'json' } }),
    import('../texts/de/rows-de.ts'),
  ]);
  return createGermanFiles(texts, rowsDe);
});

export function ImportReport({ checked }: { readonly checked: Checked }) {
  const said = getImportTexts();
  const { reconciliation } = checked;
  const card = useRevealed(checked);
  return (
    <section class="card" aria-label={said.reconciliation} ref={card}>
      <h2>{said.reconciliation}</h2>
      <p class="muted">{said.compareTotals}</p>
      <Facts facts={listFacts(reconciliation)} />
      <LeftOut checked={checked} />
    </section>
  );
}

/** Shows what is not sent and why, with the rejected rows as a file: before the import, and in its result. */
export function LeftOut({
  checked,
  isSent = false,
}: {
  readonly checked: Checked;
  readonly isSent?: boolean;
}) {
  const said = getImportTexts();
  const { badRows, reconciliation, remarks, rejected, rejectedKept } = checked;
  const { left_out, own_totals, currency, other_records, tips } = reconciliation;
  const paid = reconciliation.statuses
    .filter((one) => one.paid === true)
    .map(({ status }) => fill(said.quoted, { status }));
  return (
    <>
      <ul>
        {paid.length > 0 && <li>{fill(said.counted, { statuses: paid.join(', ') })}</li>}
        {left_out.map(({ reason, currency: own, rows: count, orders, amount }) => (
          <li key={`${reason} ${own}`}>
            {fill(said.leftOut, {
              count,
              rows: formatNumber(count),
              orders,
              shown: formatNumber(orders),
              reason:
                reason === 'other_currency'
                  ? fill(said.inCurrency, { code: own ?? '' })
                  : said.reason[reason],
            })}
            {amount !== 0 && ` (${formatMoney(amount, own)})`}.{' '}
            {!isSent && reason === 'other_currency' && said.mayConvert}
            {!isSent && reason !== 'other_currency' && reason !== 'not_paid' && said.mayInclude}
          </li>
        ))}
        {other_records > 0 && <li>{fill(said.otherRecords, { records: formatNumber(other_records) })}</li>}
        {tips !== 0 && <li>{fill(said.tips, { amount: formatMoney(tips, currency) })}</li>}
        {own_totals !== null && (
          <li>
            {fill(said.ownTotal, {
              expected: formatMoney(own_totals.expected, currency),
              got: formatMoney(own_totals.got, currency),
              different: formatNumber(own_totals.orders_different),
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
            {fill(said.rejected, { count: badRows, shown: formatNumber(badRows) })}{' '}
            <button type="button" onClick={() => saveBlob(rejected, 'rejected-rows.csv')}>
              {said.saveRejected}
            </button>{' '}
            {rejectedKept < badRows && fill(said.rejectedKept, { shown: formatNumber(rejectedKept) })}
          </p>
          <Reasons checked={checked} />
        </>
      )}
    </>
  );
}

/** Shows the reasons for rejected rows, with the first row of each. */
function Reasons({ checked: { badRows, reasons } }: { readonly checked: Checked }) {
  const said = getImportTexts();
  const others = badRows - reasons.reduce((sum, { rows }) => sum + rows, 0);
  return (
    <ul class="reasons">
      {reasons.map(({ rows, source, line, problem }) => (
        <li key={`${source} ${line}`}>
          {fill(said.rejectedFirst, {
            count: rows,
            shown: formatNumber(rows),
            file: source,
            line: formatNumber(line),
          })}
          : {shortenSentence(formatRowProblem(fileWords().row, problem))}
        </li>
      ))}
      {others > 0 && <li>{fill(said.rejectedOther, { count: others, shown: formatNumber(others) })}</li>}
    </ul>
  );
}

/** A cell may be of any length. */
function shortenSentence(sentence: string): string {
  return sentence.length <= LONGEST_REASON ? sentence : `${sentence.slice(0, LONGEST_REASON)}…`;
}

const LONGEST_REASON = 400;

/** The figures that a shop's own dashboard has come first. */
function listFacts(figures: Reconciliation): [string, string][] {
  const { fact } = getImportTexts();
  const { currency } = figures;
  return [
    [fact.orders, formatNumber(figures.orders)],
    [fact.gross, formatMoney(figures.gross, currency)],
    [fact.discounts, formatMoney(0 - figures.discounts, currency)],
    [fact.refunds, formatMoney(0 - figures.refunds, currency)],
    [fact.net, formatMoney(figures.net, currency)],
    ...(figures.taxes === null
      ? []
      : [[fact.taxes, formatMoney(figures.taxes, currency)] as [string, string]]),
    [fact.customers, formatNumber(figures.customers)],
    [fact.rows, formatNumber(figures.rows_read)],
    [
      fact.days,
      [figures.first_date, figures.last_date].map((day) => (day === null ? '' : formatDay(day))).join(' – '),
    ],
  ];
}
