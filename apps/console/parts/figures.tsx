// Draws a table of figures: one row each, its name first.

import { useState } from 'preact/hooks';
import { Legend, liftRamp } from '../../../packages/report-parts/ramp.ts';
import { createNumericColumn, Table, type TableProps } from '../../../packages/report-parts/table.ts';
import { formatNumber, getTexts } from '../app/words/language.ts';

type Column<Row> = readonly [title: string, shown: (row: Row) => string];

interface FiguresProps<Row> {
  /** Describes the table to screen readers. */
  readonly label: string;
  /** Heading of the column of names. */
  readonly title: string;
  readonly rows: readonly Row[];
  readonly name: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
}

export function Figures<Row>({ label, title, rows, name, columns }: FiguresProps<Row>) {
  return (
    <Table
      caption={label}
      columns={[{ title }, ...columns.map(([column]) => createNumericColumn(column))]}
      rows={rows.map((row) => [name(row), ...columns.map(([, shown]) => shown(row))])}
    />
  );
}

// Explains the colours of lift.

export function LiftLegend() {
  return <Legend title={getTexts().rules.figure.lift} steps={liftRamp(formatNumber).steps} />;
}

interface FirstRowsProps extends TableProps {
  readonly most: number;
}

/** Shows the first rows of a table, and all of them on request. */
export function FirstRows({ most, rows, ...table }: FirstRowsProps) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <Table {...table} rows={isWhole ? rows : rows.slice(0, most)} />
      {!isWhole && rows.length > most && (
        <button type="button" onClick={() => setWhole(true)}>
          {getTexts().more}
        </button>
      )}
    </>
  );
}
