// Which segment customers were in, and which they are in now.
import { whole } from '../../../src/core/insights/wording.ts';
import { drawVegaLite, FIGURE_WIDTH, figure, wrapped } from '../html-figure.ts';
import type { Markup } from '../html-markup.ts';
import { createRamp, fillOf, inkOf } from '../html-ramp.ts';
import { htmlTable, numeric } from '../html-table.ts';
import { largestMoves, type Move, segmentOrder } from './segment-changes.ts';

const ROW = 36;
const MOST_MOVES = 50;

export async function migrationMatrix(migration: readonly Move[], since: string): Promise<Markup> {
  const names = (side: 'from' | 'to') => [...new Set(migration.map((move) => move[side]))].sort(segmentOrder);
  const [from, to] = [names('from'), names('to')];
  const ramp = createRamp(
    'Customers',
    migration.map(({ customers }) => customers).filter((customers) => customers > 0),
    whole,
  );
  const customersOf = new Map(
    migration.map((move) => [JSON.stringify([move.from, move.to]), move.customers]),
  );
  const values = from.flatMap((was) =>
    to.map((is) => {
      const customers = customersOf.get(JSON.stringify([was, is])) ?? 0;
      const level = ramp.level(customers);
      return {
        from: was,
        to: columnName(is),
        shown: customers === 0 ? '' : whole(customers),
        fill: customers === 0 ? 'var(--empty)' : fillOf(level),
        ink: inkOf(level),
        stays: was === is ? 'var(--text)' : 'transparent',
        hint: `${was} → ${is}: ${whole(customers)} customers`,
      };
    }),
  );
  const svg = await drawVegaLite({
    width: FIGURE_WIDTH - 215,
    height: ROW * from.length,
    padding: { left: 205, right: 10, top: 80, bottom: 5 },
    data: { values },
    encoding: {
      x: {
        field: 'to',
        type: 'nominal',
        sort: to.map(columnName),
        scale: { paddingInner: 0.04, paddingOuter: 0 },
        axis: {
          orient: 'top',
          title: 'Now',
          labelAngle: 0,
          labelFontSize: 9.5,
          labelBaseline: 'top',
          labelPadding: 44,
          labelLineHeight: 11,
          labelExpr: "split(datum.label, '\\n')",
        },
      },
      y: {
        field: 'from',
        type: 'nominal',
        sort: from,
        scale: { paddingInner: 0.06, paddingOuter: 0 },
        axis: {
          title: 'Before',
          titleX: -195,
          titleY: -12,
          titleAngle: 0,
          titleAlign: 'left',
          labelColor: 'var(--text)',
        },
      },
    },
    layer: [
      {
        mark: { type: 'rect', cornerRadius: 3, strokeWidth: 1.5 },
        encoding: {
          color: { field: 'fill', type: 'nominal', scale: null },
          stroke: { field: 'stays', type: 'nominal', scale: null },
          description: { field: 'hint', type: 'nominal' },
        },
      },
      {
        mark: { type: 'text', fontSize: 13, aria: false },
        encoding: {
          text: { field: 'shown', type: 'nominal' },
          color: { field: 'ink', type: 'nominal', scale: null },
        },
      },
    ],
  });
  const moves = largestMoves(migration).slice(0, MOST_MOVES);
  return figure({
    id: 'migration',
    title: 'Customers who changed segment',
    description: `Customers by the segment they were in (rows) and the one they are in now (columns), ${since}. Outlined: those who stayed.`,
    svg,
    legend: ramp.legend,
    table: htmlTable(
      'Largest moves',
      [{ title: 'From' }, { title: 'To' }, numeric('Customers')],
      moves.map((move) => [move.from, move.to, whole(move.customers)]),
    ),
  });
}

/** On lines that a column has room for. */
function columnName(segment: string): string {
  return wrapped(segment, 11, 5).join('\n');
}
