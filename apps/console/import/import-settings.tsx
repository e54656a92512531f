// Shows how the files are read: exporter, sheet, dates, amounts, encoding and delimiter, each detected unless the
// reader chooses another.
import { LEFT_OUT_STATUSES } from '../../../packages/order-files/profiles/profile.ts';
import { DELIMITERS } from '../../../packages/order-files/text/csv-records.ts';
import { ENCODINGS } from '../../../packages/order-files/values/encodings.ts';
import { DECIMAL_MARKS, QUANTITY_SCALES } from '../../../packages/order-files/values/numbers.ts';
import { DATE_FORMATS } from '../../../packages/order-files/values/order-dates.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { MAX_RATES_SOURCE_LENGTH } from '../../../src/contract/schema/limits.ts';
import { formatNumber } from '../app/words/language.ts';
import { Check, Choice, Field } from '../parts/form-fields.tsx';
import { changeSettings, chooseRates, nameRatesSource } from './change-settings.ts';
import { getImportTexts } from './import-texts.ts';
import { lacksRates, previewed, rates, settings } from './state.ts';

/** Other settings may find columns of other names. */
const OTHER_HEADER = { columns: {}, custom: [] };

export function ImportSettings() {
  const said = getImportTexts();
  const { value } = previewed;
  const [first] = value?.previews ?? [];
  if (value === undefined || first === undefined) return null;
  const { from, dateFormat, decimal, prices, sheet, quantityScale } = settings.value;
  const { understood, sheets } = first;
  const lacksPrices = value.previews.some(({ problem }) => problem?.code === 'missing_prices');
  const format = DATE_FORMATS.find((one) => one === understood?.dateFormat);
  const mark = DECIMAL_MARKS.find((one) => one === understood?.decimal);
  return (
    <>
      <div class="fields">
        <Choice
          title={said.exporter}
          value={from ?? ''}
          options={[
            ['', describeDetected(from === undefined ? understood?.profile.title : undefined)],
            ...value.exporters.map(({ id, title }) => [id, title] as const),
          ]}
          edit={(id) => changeSettings({ from: id || undefined })}
        />
        {sheets.length > 1 && (
          <Choice
            title={said.sheet}
            value={sheet ?? sheets[0] ?? ''}
            options={sheets.map((name) => [name, name] as const)}
            edit={(name) => changeSettings({ sheet: name, ...OTHER_HEADER })}
          />
        )}
        <Choice
          title={said.dates}
          value={dateFormat ?? ''}
          options={[
            ['', describeDetected(dateFormat === undefined ? format && said.dateFormat[format] : undefined)],
            ...DATE_FORMATS.map((one) => [one, said.dateFormat[one]] as const),
          ]}
          edit={(one) => changeSettings({ dateFormat: one || undefined })}
        />
        <Choice
          title={said.amounts}
          value={decimal ?? ''}
          options={[
            ['', describeDetected(decimal === undefined ? mark && said.decimal[mark] : undefined)],
            ...DECIMAL_MARKS.map((one) => [one, said.decimal[one]] as const),
          ]}
          edit={(one) => changeSettings({ decimal: one || undefined })}
        />
        <Choice
          title={said.quantities}
          value={String(quantityScale ?? 1)}
          options={QUANTITY_SCALES.map(
            (one) =>
              [
                String(one),
                one === 1 ? said.wholePieces : fill(said.quantityScale, { factor: formatNumber(one) }),
              ] as const,
          )}
          edit={(one) =>
            changeSettings({ quantityScale: QUANTITY_SCALES.find((scale) => String(scale) === one) })
          }
        />
        {value.previews.some(({ isText }) => isText) && <TextSettings />}
        {(lacksPrices || !prices) && (
          <Check
            title={said.withoutPrices}
            checked={!prices}
            edit={(without) => changeSettings({ prices: !without })}
          />
        )}
      </div>
      <ImportMoreSettings />
    </>
  );
}

/** Describes in a line how the first file is read. */
export function describeReading(): string {
  const said = getImportTexts();
  const { understood } = previewed.value?.previews[0] ?? {};
  if (understood === undefined) return '';
  const { dateFormat, decimal, currency } = understood;
  const format = DATE_FORMATS.find((one) => one === dateFormat);
  const mark = DECIMAL_MARKS.find((one) => one === decimal);
  return [
    ...(format === undefined ? [] : [said.dateFormat[format]]),
    ...(mark === undefined ? [] : [said.decimal[mark]]),
    currency === undefined ? said.noCurrency : fill(said.currency, { code: currency }),
  ].join(' · ');
}

/** Settings of text files: JSON lines have no delimiter, but ignore it. */
function TextSettings() {
  const said = getImportTexts();
  const { encoding, delimiter } = settings.value;
  const found = previewed.value?.previews.find(({ isText }) => isText)?.understood;
  const mark = DELIMITERS.find((one) => one === found?.delimiter);
  return (
    <>
      <Choice
        title={said.encoding}
        value={encoding ?? ''}
        options={[
          [
            '',
            describeDetected(
              encoding === undefined && found !== undefined ? said.encodingOf[found.encoding] : undefined,
            ),
          ],
          ...ENCODINGS.map((one) => [one, said.encodingOf[one]] as const),
        ]}
        edit={(one) => changeSettings({ encoding: one || undefined, ...OTHER_HEADER })}
      />
      <Choice
        title={said.delimiter}
        value={delimiter ?? ''}
        options={[
          [
            '',
            describeDetected(
              delimiter === undefined && mark !== undefined ? said.delimiterOf[mark] : undefined,
            ),
          ],
          ...DELIMITERS.map((one) => [one, said.delimiterOf[one]] as const),
        ]}
        edit={(one) => changeSettings({ delimiter: one || undefined, ...OTHER_HEADER })}
      />
    </>
  );
}

/** `found`: the detected value; undefined if none was detected, or the reader has chosen. */
function describeDetected(found: string | undefined): string {
  const said = getImportTexts();
  return found === undefined ? said.automatic : fill(said.detected, { found });
}

// Shows settings that few imports need: which orders count, the dataset's currency, and exchange rates.

const CURRENCY = /^[A-Z]{3}$/;

function ImportMoreSettings() {
  const said = getImportTexts();
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
        <Field
          title={said.ownCurrency}
          placeholder="EUR"
          maxLength={3}
          pattern="[A-Za-z]{3}"
          value={settings.value.currency ?? ''}
          late
          edit={(text) => {
            const code = text.trim().toUpperCase();
            if (code === '' || CURRENCY.test(code)) changeSettings({ currency: code || undefined });
          }}
        />
        <label>
          {said.rates}
          <input type="file" onChange={({ currentTarget }) => chooseRates(currentTarget.files?.[0])} />
        </label>
        {rates.value !== undefined && (
          <Field
            title={said.ratesSource}
            maxLength={MAX_RATES_SOURCE_LENGTH}
            placeholder={rates.value.name}
            value={settings.value.ratesSource ?? ''}
            edit={nameRatesSource}
          />
        )}
      </div>
    </details>
  );
}

function Statuses() {
  const { reason } = getImportTexts();
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
