// How the files are understood: exporter, sheet, dates and amounts, each detected unless the reader chooses another.
import { DECIMAL_MARKS } from '../../cli/order-files/numbers.ts';
import { DATE_FORMATS } from '../../cli/order-files/order-dates.ts';
import { changeSettings } from '../import/actions.ts';
import { previewed, settings } from '../import/state.ts';
import { texts } from '../language.ts';
import { Check, Choice } from './form-fields.tsx';
import { ImportMoreSettings } from './import-more-settings.tsx';

export function ImportSettings() {
  const { import: said } = texts();
  const { value } = previewed;
  const [first] = value?.previews ?? [];
  if (value === undefined || first === undefined) return null;
  const { from, dateFormat, decimal, prices, sheet } = settings.value;
  const { understood, sheets } = first;
  const lacksPrices = value.previews.some(({ problem }) => problem?.code === 'missing_prices');
  const format = DATE_FORMATS.find((one) => one === understood?.dateFormat);
  const mark = DECIMAL_MARKS.find((one) => one === understood?.decimal);
  return (
    <section class="card">
      <h2>{said.understood}</h2>
      <div class="fields">
        <Choice
          title={said.exporter}
          value={from ?? ''}
          options={[
            ['', said.detected(understood?.profile.title)],
            ...value.exporters.map(({ id, title }) => [id, title] as const),
          ]}
          edit={(id) => changeSettings({ from: id || undefined })}
        />
        {sheets.length > 1 && (
          <Choice
            title={said.sheet}
            value={sheet ?? sheets[0] ?? ''}
            options={sheets.map((name) => [name, name] as const)}
            edit={(name) => changeSettings({ sheet: name, columns: {}, custom: [] })}
          />
        )}
        <Choice
          title={said.dates}
          value={dateFormat ?? ''}
          options={[
            ['', said.detected(format && said.dateFormat[format])],
            ...DATE_FORMATS.map((one) => [one, said.dateFormat[one]] as const),
          ]}
          edit={(one) => changeSettings({ dateFormat: one || undefined })}
        />
        <Choice
          title={said.amounts}
          value={decimal ?? ''}
          options={[
            ['', said.detected(mark && said.decimal[mark])],
            ...DECIMAL_MARKS.map((one) => [one, said.decimal[one]] as const),
          ]}
          edit={(one) => changeSettings({ decimal: one || undefined })}
        />
        {(lacksPrices || !prices) && (
          <Check
            title={said.withoutPrices}
            checked={!prices}
            edit={(without) => changeSettings({ prices: !without })}
          />
        )}
      </div>
      {understood !== undefined && (
        <p class="muted">
          {understood.currency === undefined ? said.noCurrency : said.currency(understood.currency)}
          {understood.encoding !== 'utf-8' && ` ${said.encoding(understood.encoding)}`}
        </p>
      )}
      <ImportMoreSettings />
    </section>
  );
}
