// Moves between segments as bands, without a browser.
import { describe, expect, it } from 'vitest';
import { directionOf, flowOf, type Move, movesByNumber } from '../../report-parts/charts/flow.ts';

const MOVES: Move[] = [
  { from: 'not in the report', to: 'Recent Customers', customers: 20 },
  { from: 'Lost', to: 'Champions', customers: 10 },
  { from: 'Champions', to: 'Champions', customers: 40 },
  { from: 'Champions', to: 'At Risk', customers: 20 },
  { from: 'Lost', to: 'not in the report', customers: 10 },
];

describe('moves between segments', () => {
  it('lead up to a better segment and down to a worse one, into the report and out of it', () => {
    expect(MOVES.map(directionOf)).toEqual(['joined', 'up', 'stayed', 'down', 'left']);
  });

  it('are listed by their number of customers, the better segment first, without those who stayed', () => {
    expect(movesByNumber(MOVES).map(({ from, to }) => `${from} → ${to}`)).toEqual([
      'Champions → At Risk',
      'not in the report → Recent Customers',
      'Lost → Champions',
      'Lost → not in the report',
    ]);
  });

  it('fill the blocks of both sides from top to bottom, as high as their customers are many', () => {
    const { before, now, bands, height } = flowOf(MOVES);
    const placed = (blocks: typeof before) => blocks.map(({ place, customers }) => [place, customers]);
    expect(placed(before)).toEqual([
      ['Champions', 60],
      ['Lost', 20],
      ['not in the report', 20],
    ]);
    expect(placed(now)).toEqual([
      ['Champions', 50],
      ['Recent Customers', 20],
      ['At Risk', 20],
      ['not in the report', 10],
    ]);
    for (const [side, blocks] of [
      ['from', before],
      ['to', now],
    ] as const) {
      for (const { place, top, height: whole } of blocks) {
        const parts = bands.filter(({ move }) => move[side] === place);
        let end = top;
        for (const part of parts.toSorted((a, b) => a[side] - b[side])) {
          expect(part[side]).toBeCloseTo(end);
          end += part.height;
        }
        expect(end).toBeCloseTo(top + whole);
        expect(end).toBeLessThanOrEqual(height);
      }
    }
    expect(bands.find(({ move }) => move.to === 'At Risk')?.height).toBeCloseTo(320 * 0.2);
  });

  it('leave room for a line of text beside the smallest block', () => {
    const { before } = flowOf([
      { from: 'Champions', to: 'Lost', customers: 1 },
      { from: 'Promising', to: 'Lost', customers: 100_000 },
      { from: 'At Risk', to: 'Lost', customers: 1 },
      { from: 'Lost', to: 'Lost', customers: 1 },
    ]);
    const tops = before.map(({ top }) => top);
    expect(Math.min(...tops.slice(1).map((top, i) => top - (tops[i] ?? 0)))).toBeGreaterThanOrEqual(19);
  });

  it('are nothing where nobody is in either report', () => {
    expect(flowOf([])).toEqual({ height: 0, before: [], now: [], bands: [] });
  });
});
