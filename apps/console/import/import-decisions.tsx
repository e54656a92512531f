// Offers the decisions of the reader that need more than one of a few answers: the dataset's currency, which can also be
// converted, and the meaning of each status. Each decision checks the files again.
import type { FileProblem } from '../../../packages/order-files/problems/file-problems.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { useRevealed } from '../app/address.ts';
import { formatMoney, formatNumber } from '../app/words/language.ts';
import { Choice } from '../parts/form-fields.tsx';
import { startCheck } from './actions.ts';
import { changeSettings } from './change-settings.ts';
import { fileWords } from './import-report.tsx';
import { getImportTexts } from './import-texts.ts';
import type { Failure } from './messages.ts';
import { problem, settings } from './state.ts';

/** A decision is a step of the import, not its failure. */
export function isDecision(failure: Failure): boolean {
  return failure.of === 'file' && ['several_currencies', 'unknown_statuses'].includes(failure.problem.code);
}

export function ImportDecisions() {
  const said = getImportTexts();
  const { value } = problem;
  const card = useRevealed(value);
  if (value?.of !== 'file') return null;
  const { problem: found } = value;
  if (found.code !== 'several_currencies' && found.code !== 'unknown_statuses') return null;
  return (
    <section class="card" aria-label={said.decide[found.code]} ref={card}>
      <h2>{said.decide[found.code]}</h2>
      {found.code === 'several_currencies' && <Currency found={found} />}
      {found.code === 'unknown_statuses' && <Statuses found={found} />}
    </section>
  );
}

/** Proposes the currency with most rows: one press accepts it. */
function Currency({ found: { currencies } }: { readonly found: FileProblem<'several_currencies'> }) {
  const said = getImportTexts();
  const codes = currencies.filter(({ currency }) => /^[A-Z]{3}$/.test(currency));
  return (
    <>
      <p>
        {said.othersLeftOut} {said.mayConvert}
      </p>
      <p class="buttons">
        {codes.map(({ currency, rows, amount }, index) => (
          <button
            key={currency}
            type="button"
            class={index === 0 ? 'main' : undefined}
            onClick={() => decide({ currency })}
          >
            {currency}: {fill(said.ofRows, { count: rows, shown: formatNumber(rows) })},{' '}
            {formatMoney(amount, currency)}
          </button>
        ))}
      </p>
    </>
  );
}

function Statuses({ found }: { readonly found: FileProblem<'unknown_statuses'> }) {
  const said = getImportTexts();
  const { statuses, currency } = found;
  const { paid = [], notPaid = [] } = settings.value;
  const getDecision = (status: string) =>
    paid.includes(status) ? 'paid' : notPaid.includes(status) ? 'not_paid' : '';
  return (
    <>
      <p>{fileWords().problem(found)}</p>
      <div class="fields">
        {statuses.map(({ status, rows, amount }) => (
          <Choice
            key={status}
            title={fill(said.decideStatus, {
              status,
              rows: fill(said.ofRows, { count: rows, shown: formatNumber(rows) }),
              amount: formatMoney(amount, currency),
            })}
            value={getDecision(status)}
            options={(['', 'paid', 'not_paid'] as const).map((one) => [one, said.choices[one]] as const)}
            edit={(is) => {
              settings.value = {
                ...settings.value,
                paid: [...paid.filter((one) => one !== status), ...(is === 'paid' ? [status] : [])],
                notPaid: [...notPaid.filter((one) => one !== status), ...(is === 'not_paid' ? [status] : [])],
              };
            }}
          />
        ))}
      </div>
      <button
        type="button"
        class="main"
        disabled={statuses.some(({ status }) => getDecision(status) === '')}
        onClick={() => decide({})}
      >
        {said.startCheck}
      </button>
    </>
  );
}

function decide(decided: { readonly currency?: string }): void {
  changeSettings(decided);
  startCheck();
}
