// The lines of a chart whose height is a share, each with its share at the left.
import { percent } from '../app/language.ts';
import type { Scale } from './scale.ts';

export interface ShareLinesProps {
  readonly y: Scale;
  readonly from: number;
  readonly to: number;
  /** How many decimals a share is written with. */
  readonly decimals: (share: number) => number;
}

export function ShareLines({ y, from, to, decimals }: ShareLinesProps) {
  return (
    <>
      {y.ticks.map((tick) => (
        <g key={tick}>
          <line x1={from} x2={to} y1={y.at(tick)} y2={y.at(tick)} />
          <text x={from - 8} y={y.at(tick) + 4} text-anchor="end">
            {percent(tick, decimals(tick))}
          </text>
        </g>
      ))}
    </>
  );
}
