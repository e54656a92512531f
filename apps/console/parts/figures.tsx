// A table of figures: one row each, its name first.

import { useState } from 'preact/hooks';
import { Legend, liftRamp } from '../../../packages/report-parts/ramp.ts';
import { createNumericColumn, Table, type TableProps } from '../../../packages/report-parts/table.ts';
import { formatNumber, getTexts } from '../app/words/language.ts';

type Column<Row> = readonly [title: string, shown: (row: Row) => string];

interface FiguresProps<Row> {
  /** Says what it holds to who does not see it. */
  readonly label: string;
  /** Heads the column of names. */
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

// What the colours of lift mean.

export function LiftLegend() {
  return <Legend title={getTexts().rules.figure.lift} steps={liftRamp(formatNumber).steps} />;
}

interface FirstRowsProps extends TableProps {
  readonly most: number;
}

/** The first rows of a table, and all of them when they are asked for. */
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
