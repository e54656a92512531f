// Leads to the customers of what is chosen in a chart or table: stays at the lower edge meanwhile, so that more can be
// chosen.
import { fill } from '../../../packages/report-parts/names.ts';
import { change } from '../app/address.ts';
import { formatNumber, getTexts } from '../app/words/language.ts';
import { showCustomers } from '../segments/segment-names.ts';

interface ChosenCustomersProps {
  /** Names of the chosen segments or cohorts; empty if none is chosen. */
  readonly names: string;
  readonly customers: number;
}

export function ChosenCustomers({ names, customers }: ChosenCustomersProps) {
  const { segments: said } = getTexts();
  if (names === '') return null;
  return (
    <p class="card picked" role="status">
      {names}: {fill(said.buyers, { count: customers, shown: formatNumber(customers) })}{' '}
      <button type="button" onClick={() => showCustomers()}>
        {said.toCustomers}
      </button>{' '}
      <ClearChoice />
    </p>
  );
}

export function ClearChoice() {
  return (
    <button
      type="button"
      class="plain"
      onClick={() => change({ segment: undefined, cell: undefined, cohort: undefined })}
    >
      {getTexts().segments.clear}
    </button>
  );
}
