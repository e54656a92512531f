// Asks the reader which of several readings of the files is right, with the totals of each. An answer checks the files
// again; answered questions are listed and can be undone.
import type { AnswerTotals } from '../../../packages/order-files/measure-answers.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { useRevealed } from '../app/address.ts';
import { formatMoney, formatNumber } from '../app/words/language.ts';
import { answer, undoAnswer } from './change-settings.ts';
import { fileWords } from './import-report.tsx';
import { question, settings } from './state.ts';

export function ImportQuestion() {
  const { value } = question;
  const card = useRevealed(value?.problem);
  if (value === undefined) return null;
  const { choices, totals, isMeasured, source } = value;
  const words = fileWords();
  const title = words.question(value.problem.code, choices);
  const sentence = words.problem(value.problem);
  const isMeasuring = isMeasured && totals.length < choices.length;
  const haveOtherCounts = new Set(totals.map((one) => one && `${one.orders} ${one.customers}`)).size > 1;
  return (
    <section class="card question" ref={card} aria-label={title} aria-busy={isMeasuring}>
      <h2>{title}</h2>
      <p>{source === undefined ? sentence : `${source}: ${sentence}`}</p>
      <ul class="plain">
        {choices.map((choice, position) => (
          <li key={position}>
            <button type="button" disabled={isMeasuring} onClick={() => answer(choice)}>
              {isMeasured && (
                <>
                  <strong>{position < totals.length ? formatTotal(totals[position]) : '…'}</strong>
                  {' · '}
                </>
              )}
              {words.choice(choice)}
            </button>
            <p class="muted">
              {haveOtherCounts && formatCounts(totals[position])}{' '}
              {choice.agreement !== undefined && words.remark({ code: 'amounts_agree', ...choice.agreement })}
            </p>
          </li>
        ))}
      </ul>
      <p class="muted" role="status">
        {isMeasuring && words.ask.measuring}
      </p>
    </section>
  );
}

function formatTotal(totals: AnswerTotals | undefined): string {
  return totals === undefined ? fileWords().ask.unread : formatMoney(totals.net, totals.currency);
}

function formatCounts(totals: AnswerTotals | undefined): string {
  if (totals === undefined) return '';
  const { orders, customers } = totals;
  return fill(fileWords().ask.figures, { orders: formatNumber(orders), customers: formatNumber(customers) });
}

export function ImportAnswers() {
  const { answers = [] } = settings.value;
  const words = fileWords();
  if (answers.length === 0) return null;
  return (
    <section class="card" aria-label={words.ask.answered}>
      <h2>{words.ask.answered}</h2>
      <ul class="plain">
        {answers.map(({ code, choice }, position) => {
          const shown = words.choice(choice);
          return (
            <li key={`${code} ${position}`}>
              {words.question(code, [choice])} <strong>{shown}</strong>{' '}
              <button
                type="button"
                aria-label={`${words.ask.undo}: ${shown}`}
                onClick={() => undoAnswer(position)}
              >
                {words.ask.undo}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
