// Selects the customers and columns of the list: all choices are in the address.
import { fill } from '../../../packages/report-parts/names.ts';
import { change, readParameter } from '../app/address.ts';
import { getTexts } from '../app/words/language.ts';
import { Check, Choice, Field } from '../parts/form-fields.tsx';
import { type CustomerGroup, isGroupOfCustomers } from '../reports/report-types.ts';
import { placeName } from '../segments/segment-names.ts';
import { getColumnTitle } from './customer-cell.ts';
import { getChosenColumns, listBoundedFigures, listColumns } from './customer-columns.ts';
import { CHANGES, type CustomerFilters } from './customer-list.ts';

interface CustomerFieldsProps {
  readonly filters: CustomerFilters;
  readonly isCompared: boolean;
  /** Names in the report, suggested in its text fields. */
  readonly products: readonly string[];
}

export function CustomerFields({ filters, isCompared, products }: CustomerFieldsProps) {
  const { customers: said } = getTexts();
  const { group, only, was } = filters;
  const { groupNames } = isGroupOfCustomers(group);
  const given = Object.values(filters.bounds).filter((typed) => typed !== '').length;
  return (
    <>
      <div class="fields">
        <Field
          title={said.find}
          type="search"
          value={filters.search}
          late
          edit={(find) => change({ find })}
        />
        <Field
          title={said.bought}
          type="search"
          list="products-bought"
          proposed={products}
          value={filters.product}
          late
          edit={(bought) => change({ bought })}
        />
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
            title={getTexts().previousGroup[group]}
            value={was ?? ''}
            options={[['', said.anySegment], ...groupNames.map((name) => [name, placeName(name)] as const)]}
            edit={(chosen) => change({ was: chosen })}
          />
        )}
      </div>
      <details open={given > 0}>
        <summary>{said.conditions}</summary>
        <div class="fields">
          {listBoundedFigures(group).flatMap((figure) =>
            (['min', 'max'] as const).map((end) => {
              const name = `${end}_${figure}` as const;
              return (
                <Field
                  key={name}
                  title={fill(said[end], { figure: getColumnTitle(figure, group) })}
                  type="number"
                  step="any"
                  value={filters.bounds[name] ?? ''}
                  late
                  edit={(text) => change({ [name]: text })}
                />
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
  const { customers: said } = getTexts();
  const chosen = getChosenColumns(group, readParameter('columns'));
  return (
    <details>
      <summary>{said.columns}</summary>
      <div class="choices">
        {listColumns(group).map((column) => (
          <Check
            key={column}
            title={getColumnTitle(column, group)}
            checked={chosen.includes(column)}
            edit={(checked) => {
              const others = chosen.filter((one) => one !== column);
              const columns = checked ? [...others, column] : others;
              // An empty choice is valid, too: no column is called "none".
              change({ columns: columns.join('.') || 'none' });
            }}
          />
        ))}
      </div>
    </details>
  );
}
