// How the files are understood: exporter, dates and amounts, each by itself unless the reader says otherwise.
import { DECIMAL_MARKS } from '../../cli/order-files/numbers.ts';
import { DATE_FORMATS } from '../../cli/order-files/order-dates.ts';
import { changeSettings, previewed, settings } from '../import/state.ts';
import { texts } from '../language.ts';

export function ImportSettings() {
  const { import: said } = texts();
  const { value } = previewed;
  const [first] = value?.previews ?? [];
  if (value === undefined || first === undefined) return null;
  const { from, dateFormat, decimal, prices } = settings.value;
  const { understood } = first;
  const lacksPrices = value.previews.some(({ problem }) => problem?.kind === 'missing_prices');
  return (
    <section class="card">
      <h2>{said.understood}</h2>
      <div class="fields">
        <label>
          {said.exporter}
          <select
            value={from ?? ''}
            onChange={({ currentTarget }) => changeSettings({ from: currentTarget.value || undefined })}
          >
            <option value="">{said.detected(understood?.profile.title)}</option>
            {value.exporters.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label>
          {said.dates}
          <select
            value={dateFormat ?? ''}
            onChange={({ currentTarget: { value: chosen } }) =>
              changeSettings({ dateFormat: DATE_FORMATS.find((one) => one === chosen) })
            }
          >
            <option value="">{said.detected(dateFormatName(understood?.dateFormat))}</option>
            {DATE_FORMATS.map((format) => (
              <option key={format} value={format}>
                {said.dateFormat[format]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {said.amounts}
          <select
            value={decimal ?? ''}
            onChange={({ currentTarget: { value: chosen } }) =>
              changeSettings({ decimal: DECIMAL_MARKS.find((one) => one === chosen) })
            }
          >
            <option value="">{said.detected(decimalName(understood?.decimal))}</option>
            {DECIMAL_MARKS.map((mark) => (
              <option key={mark} value={mark}>
                {said.decimal[mark]}
              </option>
            ))}
          </select>
        </label>
        {(lacksPrices || !prices) && (
          <label class="inline">
            <input
              type="checkbox"
              checked={!prices}
              onChange={({ currentTarget }) => changeSettings({ prices: !currentTarget.checked })}
            />
            {said.withoutPrices}
          </label>
        )}
      </div>
      {understood !== undefined && (
        <p class="muted">
          {understood.currency === undefined ? said.noCurrency : said.currency(understood.currency)}
          {understood.encoding !== 'utf-8' && ` ${said.encoding(understood.encoding)}`}
        </p>
      )}
    </section>
  );
}

function dateFormatName(format: string | undefined): string | undefined {
  const known = DATE_FORMATS.find((one) => one === format);
  return known === undefined ? undefined : texts().import.dateFormat[known];
}

function decimalName(mark: string | undefined): string | undefined {
  const known = DECIMAL_MARKS.find((one) => one === mark);
  return known === undefined ? undefined : texts().import.decimal[known];
}
