// Which customers the list has, and which columns it shows: all of it is in the address.
import { fill } from '../../report-parts/names.ts';
import { change, part } from '../app/address.ts';
import { texts } from '../app/words/language.ts';
import { Choice } from '../parts/form-fields.tsx';
import { type CustomerGroup, customersBy } from '../reports/report-types.ts';
import { placeName } from '../segments/segment-names.ts';
import { titleOf } from './customer-cell.ts';
import { boundedFigures, chosenColumns, columnsOf } from './customer-columns.ts';
import { CHANGES, type CustomerFilters } from './customer-list.ts';

interface CustomerFieldsProps {
  readonly filters: CustomerFilters;
  readonly isCompared: boolean;
  /** Names that the report has, proposed where one is asked for. */
  readonly products: readonly string[];
}

export function CustomerFields({ filters, isCompared, products }: CustomerFieldsProps) {
  const { customers: said } = texts();
  const { group, only, was } = filters;
  const { groupNames } = customersBy(group);
  const given = Object.values(filters.bounds).filter((typed) => typed !== '').length;
  return (
    <>
      <div class="fields">
        <label>
          {said.find}
          <input
            type="search"
            value={filters.search}
            onChange={({ currentTarget }) => change({ find: currentTarget.value })}
          />
        </label>
        <label>
          {said.bought}
          <input
            type="search"
            list="products-bought"
            value={filters.product}
            onChange={({ currentTarget }) => change({ bought: currentTarget.value })}
          />
        </label>
        <datalist id="products-bought">
          {products.map((product) => (
            <option key={product} value={product} />
          ))}
        </datalist>
        {isCompared && (
          <Choice
            title={said.compared}
            value={only ?? ''}
            options={[['', said.anyChange], ...CHANGES.map((kind) => [kind, said.only[kind]] as const)]}
            edit={(chosen) => change({ only: chosen, was: undefined })}
          />
        )}
        {isCompared && groupNames !== undefined && (
          <Choice
            title={texts().previousGroup[group]}
            value={was ?? ''}
            options={[['', said.anySegment], ...groupNames.map((name) => [name, placeName(name)] as const)]}
            edit={(chosen) => change({ was: chosen })}
          />
        )}
      </div>
      <details open={given > 0}>
        <summary>{said.conditions}</summary>
        <div class="fields">
          {boundedFigures(group).flatMap((figure) =>
            (['min', 'max'] as const).map((end) => {
              const name = `${end}_${figure}` as const;
              return (
                <label key={name}>
                  {fill(said[end], { figure: titleOf(figure, group) })}
                  {/* Each change is a request: made when the field is left, or with Enter. */}
                  <input
                    type="number"
                    step="any"
                    value={filters.bounds[name] ?? ''}
                    onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
                  />
                </label>
              );
            }),
          )}
        </div>
      </details>
      <ColumnFields group={group} />
    </>
  );
}

function ColumnFields({ group }: { readonly group: CustomerGroup }) {
  const { customers: said } = texts();
  const chosen = chosenColumns(group, part('columns'));
  return (
    <details>
      <summary>{said.columns}</summary>
      <div class="choices">
        {columnsOf(group).map((column) => (
          <label key={column} class="inline">
            <input
              type="checkbox"
              checked={chosen.includes(column)}
              onChange={({ currentTarget }) => {
                const others = chosen.filter((one) => one !== column);
                const columns = currentTarget.checked ? [...others, column] : others;
                // No column at all is a choice, too: "none" is no column's name.
                change({ columns: columns.join('.') || 'none' });
              }}
            />
            {titleOf(column, group)}
          </label>
        ))}
      </div>
    </details>
  );
}
