// Shows the first rows of the first file, the field of each column, and the orders that result.

import type { DescribedColumn } from '../../../packages/order-files/columns/described-columns.ts';
import { EXPORT_FIELDS, type ExportField } from '../../../packages/order-files/profiles/profile.ts';
import type { OrderRow } from '../../../packages/order-files/rows/check-row.ts';
import type { FilePreview } from '../../../packages/order-files/rows/preview.ts';
import { Cut } from '../../../packages/report-parts/long-text.ts';
import { fill, joinIsolated } from '../../../packages/report-parts/names.ts';
import { Scroll, Table } from '../../../packages/report-parts/table.ts';
import { MAX_CUSTOM_KEY_LENGTH } from '../../../src/contract/schema/limits.ts';
import { formatDay, formatNumber, formatPercent } from '../app/words/language.ts';
import { assignColumn, listCustomFields, renameCustomField } from './change-settings.ts';
import { getImportTexts } from './import-texts.ts';
import { previewed, settings } from './state.ts';

/** Fields that every file may have; fields of an exporter are added if the file has them. */
const OFFERED: readonly ExportField[] = [
  ...(['order_id', 'customer_id', 'order_date', 'product_name', 'product_sku'] as const),
  ...([
    'unit_price',
    'quantity',
    'line_total',
    'line_discount',
    'order_discount',
    'currency',
    'status',
    'contact',
  ] as const),
];

export function ImportColumns() {
  const [first] = previewed.value?.previews ?? [];
  if (first === undefined) return null;
  return (
    <>
      {first.header.length > 0 && <AsInFile preview={first} />}
      {first.understood !== undefined && <AsOrders rows={first.understood.rows} />}
    </>
  );
}

function AsInFile({ preview }: { readonly preview: FilePreview }) {
  const said = getImportTexts();
  const { header, cells } = preview;
  const fields = mapFields(preview);
  const offered = [...new Set([...OFFERED, ...fields.values()])];
  return (
    <section>
      <h2>{said.columns}</h2>
      <p class="muted">{fill(said.columnsHint, { file: preview.name })}</p>
      <Scroll label={said.columns}>
        <table class="sheet">
          <thead>
            <tr>
              {header.map((column, position) => (
                <th key={`${position} ${column}`} scope="col">
                  <label>
                    {column === '' ? fill(said.unnamed, { position: String(position + 1) }) : column}
                    <select
                      disabled={column === ''}
                      value={fields.get(position) ?? (isCustom(column) ? 'custom' : '')}
                      onChange={({ currentTarget: { value } }) =>
                        assignColumn(
                          column,
                          fields.get(position),
                          value === 'custom' ? value : EXPORT_FIELDS.find((field) => field === value),
                        )
                      }
                    >
                      <option value="">{said.notUsed}</option>
                      {offered.map((field) => (
                        <option key={field} value={field}>
                          {getFieldName(field)}
                        </option>
                      ))}
                      <option value="custom">{said.customField}</option>
                    </select>
                  </label>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cells.map((row, index) => (
              <tr key={index}>
                {header.map((column, position) => (
                  <td key={`${position} ${column}`}>
                    <Cut text={row[position] ?? ''} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {listCustomFields().length > 0 && (
        <div class="fields">
          {/* Uncontrolled: typed text stays when another answer of the worker arrives. */}
          {listCustomFields().map(({ key, column }) => (
            <label key={column}>
              {fill(said.customName, { column })}
              <input
                type="text"
                maxLength={MAX_CUSTOM_KEY_LENGTH}
                required
                defaultValue={key}
                onChange={({ currentTarget }) => renameCustomField(column, currentTarget.value.trim())}
              />
            </label>
          ))}
        </div>
      )}
    </section>
  );
}

function AsOrders({ rows }: { readonly rows: readonly OrderRow[] }) {
  const said = getImportTexts();
  const custom = listCustomFields();
  return (
    <section>
      <h2>{said.asOrders}</h2>
      <Scroll label={said.asOrders}>
        <table class="sheet">
          <thead>
            <tr>
              {(['order_id', 'customer_id', 'order_date', 'product_name', 'product_sku'] as const).map(
                (field) => (
                  <th key={field} scope="col">
                    {said.field[field]}
                  </th>
                ),
              )}
              <th scope="col" class="n">
                {said.field.unit_price}
              </th>
              <th scope="col" class="n">
                {said.field.quantity}
              </th>
              {custom.map(({ column, key }) => (
                <th key={column} scope="col">
                  {key}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, order_id, customer_id, order_date, item }, index) => (
              <tr key={`${line} ${index}`}>
                <th scope="row">
                  <Cut text={order_id} />
                </th>
                <td>
                  <Cut text={customer_id ?? ''} />
                </td>
                <td>{order_date === undefined ? '' : formatDay(order_date)}</td>
                <td>
                  <Cut text={item.product_name ?? ''} />
                </td>
                <td>{item.product_sku}</td>
                <td class="n">{item.unit_price === undefined ? '' : formatNumber(item.unit_price, 2)}</td>
                <td class="n">{item.quantity === undefined ? '' : formatNumber(item.quantity)}</td>
                {custom.map(({ column, key }) => (
                  <td key={column}>{item.custom_fields?.[key]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

/** Maps column positions to fields, as the file reader found them or the person named them. */
function mapFields({ header, understood }: FilePreview): ReadonlyMap<number, ExportField> {
  const fields = new Map<number, ExportField>();
  const { columns, answers = [] } = settings.value;
  const chosen = Object.assign(
    {},
    columns,
    ...answers.map(({ choice }) => choice.way.columns),
  ) as typeof columns;
  for (const field of EXPORT_FIELDS) {
    const named = chosen[field];
    const position =
      understood?.positions[field] ?? (named === undefined || named === '' ? -1 : header.indexOf(named));
    if (position !== -1) fields.set(position, field);
  }
  return fields;
}

function isCustom(name: string): boolean {
  return listCustomFields().some(({ column }) => column === name);
}

/** Account fields of exporters have no name of their own here. */
function getFieldName(field: ExportField): string {
  const names: Partial<Record<ExportField, string>> = getImportTexts().field;
  return names[field] ?? field;
}

// Shows how the first file is understood before it is used: the contents of each column, its field and alternatives,
// and how its dates can be read. The command line's `inspect` shows the same.

const SHOWN_GUESSES = 2;

export function ImportFacts() {
  const said = getImportTexts();
  const [first] = previewed.value?.previews ?? [];
  if (first === undefined || first.columns.length === 0) return null;
  const { columns, dates, headerLine } = first;
  const { holds } = said;
  return (
    <details>
      <summary>{holds.title}</summary>
      {headerLine !== undefined && (
        <p class="muted">{fill(holds.header, { line: formatNumber(headerLine) })}</p>
      )}
      <Table
        caption={holds.title}
        columns={holds.columns.map((title) => ({ title }))}
        rows={columns.map((one) => [
          one.column,
          holds.kind[one.kind],
          one.cells === 0 ? '' : formatPercent(one.filled / one.cells, 0),
          joinIsolated(one.samples, ' · '),
          one.field === undefined ? said.notUsed : nameField(one.field),
          listGuesses(one),
        ])}
      />
      {dates !== undefined && dates.readings.length > 0 && (
        <ul>
          {dates.readings.map(({ format, first: from, last }) => (
            <li key={format}>
              {fill(holds.dates, {
                column: dates.column,
                format: said.dateFormat[format],
                first: formatDay(from),
                last: formatDay(last),
              })}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function listGuesses({ couldBe }: DescribedColumn): string {
  return couldBe.slice(0, SHOWN_GUESSES).map(nameField).join(', ');
}

/** Account fields of exporters have no name of their own here. */
function nameField(field: string): string {
  const names: Readonly<Partial<Record<string, string>>> = getImportTexts().field;
  return EXPORT_FIELDS.some((one) => one === field) ? (names[field] ?? field) : field;
}
