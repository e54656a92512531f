// A table of figures: one row each, its name first.
import { Scroll } from '../../report-parts/scroll.ts';

export type Column<Row> = readonly [title: string, shown: (row: Row) => string];

export interface FiguresProps<Row> {
  /** Says what it holds to who does not see it. */
  readonly label: string;
  /** Of the column of names. */
  readonly title: string;
  readonly rows: readonly Row[];
  readonly name: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
}

export function Figures<Row>({ label, title, rows, name, columns }: FiguresProps<Row>) {
  return (
    <Scroll label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            {columns.map(([column]) => (
              <th key={column} scope="col" class="n">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={name(row)}>
              <th scope="row">{name(row)}</th>
              {columns.map(([column, shown]) => (
                <td key={column} class="n">
                  {shown(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
