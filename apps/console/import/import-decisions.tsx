// Offers decisions that only the reader can take once all rows were read: the dataset's currency if there are several,
// statuses that mean paid, and values that look wrong but may be right. Each answer checks the files again.
import type { Doubt } from '../../../packages/order-files/doubts/doubts.ts';
import type { FileProblem, FileProblemCode } from '../../../packages/order-files/problems/file-problems.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { formatMoney, formatNumber, getTexts } from '../app/words/language.ts';
import { Choice } from '../parts/form-fields.tsx';
import { changeSettings, startCheck } from './actions.ts';
import type { ReadSettings } from './messages.ts';
import { problem, settings } from './state.ts';

/** Values that may be right although they look wrong. */
const DOUBT_OF: Partial<Record<FileProblemCode, Doubt>> = {
  odd_dates: 'dates',
  future_dates: 'dates',
  scientific_ids: 'ids',
  recurring_orders: 'orders',
  repeated_products: 'repeats',
  price_jumps: 'prices',
  prices_in_cents: 'prices',
  guest_customers: 'customers',
};

export function ImportDecisions() {
  const { import: said } = getTexts();
  const { value } = problem;
  if (value?.of !== 'file') return null;
  const { problem: found } = value;
  const doubt = DOUBT_OF[found.code];
  if (doubt === undefined && found.code !== 'several_currencies' && found.code !== 'unknown_statuses')
    return null;
  return (
    <section class="card" aria-label={said.decide}>
      <h2>{said.decide}</h2>
      {found.code === 'several_currencies' && <Currency found={found} />}
      {found.code === 'unknown_statuses' && <Statuses found={found} />}
      {found.code === 'guest_customers' && (
        <button
          type="button"
          class="main"
          onClick={() =>
            decide({ guests: [...(settings.value.guests ?? []), ...found.guests.map(({ name }) => name)] })
          }
        >
          {said.asGuests}
        </button>
      )}
      {doubt !== undefined && (
        <button type="button" onClick={() => decide({ accept: [...(settings.value.accept ?? []), doubt] })}>
          {said.acceptDoubt[doubt]}
        </button>
      )}
    </section>
  );
}

/** Proposes the currency with most rows: one press accepts it. */
function Currency({ found: { currencies } }: { readonly found: FileProblem<'several_currencies'> }) {
  const { import: said } = getTexts();
  const codes = currencies.filter(({ currency }) => /^[A-Z]{3}$/.test(currency));
  return (
    <>
      <p>{said.decideCurrency}</p>
      {codes.map(({ currency, rows, amount }, index) => (
        <button
          key={currency}
          type="button"
          class={index === 0 ? 'main' : undefined}
          onClick={() => decide({ currency })}
        >
          {currency} ({formatNumber(rows)}: {formatMoney(amount, currency)})
        </button>
      ))}
    </>
  );
}

function Statuses({ found: { statuses, currency } }: { readonly found: FileProblem<'unknown_statuses'> }) {
  const { import: said } = getTexts();
  const { paid = [], notPaid = [] } = settings.value;
  const getDecision = (status: string) =>
    paid.includes(status) ? 'paid' : notPaid.includes(status) ? 'not_paid' : '';
  return (
    <>
      <div class="fields">
        {statuses.map(({ status, rows, amount }) => (
          <Choice
            key={status}
            title={fill(said.decideStatus, {
              status,
              rows: formatNumber(rows),
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

function decide(answer: Pick<ReadSettings, 'currency' | 'accept' | 'guests'>): void {
  changeSettings(answer);
  startCheck();
}
