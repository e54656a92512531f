// Settings that few imports need: which orders count, the currency of the dataset, and exchange rates.
import { LEFT_OUT_STATUSES } from '../../order-files/profiles/profile.ts';
import { MAX_RATES_SOURCE_LENGTH } from '../../src/schema/limits.ts';
import { texts } from '../app/words/language.ts';
import { Check } from '../parts/form-fields.tsx';
import { changeSettings, chooseRates, nameRatesSource } from './actions.ts';
import { lacksRates, rates, settings } from './state.ts';

const CURRENCY = /^[A-Z]{3}$/;

export function ImportMoreSettings() {
  const { import: said } = texts();
  return (
    <details open={lacksRates.value !== undefined}>
      <summary>{said.more}</summary>
      <fieldset>
        <legend>{said.include}</legend>
        <div class="choices">
          <Statuses />
        </div>
      </fieldset>
      <p class="muted">{said.currencyHint}</p>
      <div class="fields">
        <label>
          {said.ownCurrency}
          <input
            type="text"
            placeholder="EUR"
            maxLength={3}
            pattern="[A-Za-z]{3}"
            defaultValue={settings.value.currency ?? ''}
            onChange={({ currentTarget }) => {
              const code = currentTarget.value.trim().toUpperCase();
              if (code === '' || CURRENCY.test(code)) changeSettings({ currency: code || undefined });
            }}
          />
        </label>
        <label>
          {said.rates}
          <input type="file" onChange={({ currentTarget }) => chooseRates(currentTarget.files?.[0])} />
        </label>
        {rates.value !== undefined && (
          <label>
            {said.ratesSource}
            <input
              type="text"
              maxLength={MAX_RATES_SOURCE_LENGTH}
              placeholder={rates.value.name}
              value={settings.value.ratesSource ?? ''}
              onInput={({ currentTarget }) => nameRatesSource(currentTarget.value)}
            />
          </label>
        )}
      </div>
    </details>
  );
}

function Statuses() {
  const { reason } = texts().import;
  const { include = [] } = settings.value;
  return LEFT_OUT_STATUSES.map((status) => (
    <Check
      key={status}
      title={reason[status]}
      checked={include.includes(status)}
      edit={(counts) => {
        const others = include.filter((one) => one !== status);
        changeSettings({ include: counts ? [...others, status] : others });
      }}
    />
  ));
}
