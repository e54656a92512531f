// Retention of each cohort as a line, the newer the stronger its colour, and that of all of them as a thick one. A click on a line
// selects its cohort; the heat map, which has the same figures, does so by keyboard.
import { useMemo } from 'preact/hooks';
import type { CohortReport } from '../../client/src/index.ts';
import { change } from '../app/address.ts';
import { texts } from '../app/language.ts';
import { type Scale, scaleOf } from '../parts/scale.ts';
import { Scroll } from '../parts/scroll.tsx';
import { ShareLines } from '../parts/share-lines.tsx';
import { type CurvePoint, curvesOf } from './cohort-lines.ts';

const [WIDTH, HEIGHT] = [900, 320];
const [LEFT, RIGHT, TOP, BOTTOM] = [56, 16, 12, 40];
/** Of strokes, s1 to s5: s0 is hardly seen as a line. */
const LEVELS = 5;
const MOST_TICKS = 12;

export interface CohortCurvesProps {
  readonly report: CohortReport;
  readonly selected: string | undefined;
}

export function CohortCurves({ report, selected }: CohortCurvesProps) {
  const { cohorts: said, charts } = texts();
  const { curves, average, lastPeriod, top } = useMemo(() => curvesOf(report), [report]);
  if (curves.length === 0) return null;
  const x = scaleOf([1, lastPeriod], [LEFT, WIDTH - RIGHT]);
  const y = scaleOf([0, top], [HEIGHT - BOTTOM, TOP]);
  const line = (points: readonly CurvePoint[]): string =>
    points
      .map(
        ({ period, retention }, at) =>
          `${at === 0 ? 'M' : 'L'}${x.at(period).toFixed(1)} ${y.at(retention).toFixed(1)}`,
      )
      .join('');
  // The one that is selected is drawn last, above the others.
  const ordered = curves.toSorted((a, b) => Number(a.cohort === selected) - Number(b.cohort === selected));
  return (
    <figure>
      <Scroll label={charts.curves}>
        <svg class="curves" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={charts.curves}>
          <Axes x={x} y={y} lastPeriod={lastPeriod} />
          {ordered.map(({ cohort, points, age }) => {
            const complete = points.filter((point) => point.complete);
            const growing = points.slice(Math.max(0, complete.length - 1));
            const name = cohort === selected ? 'selected' : `s${1 + Math.round(age * (LEVELS - 1))}`;
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: the heat map selects by keyboard
              <g
                key={cohort}
                class={name}
                onClick={() => change({ cohort: cohort === selected ? undefined : cohort })}
              >
                <title>{cohort}</title>
                <path class="wide" d={line(points)} />
                <path d={line(complete)} />
                {growing.length > 1 && <path class="growing" d={line(growing)} />}
                {points.length === 1 && <path class="point" d={`${line(points)}h0`} />}
              </g>
            );
          })}
          <g class="average">
            <path d={line(average)} />
            {average.length === 1 && <path class="point" d={`${line(average)}h0`} />}
          </g>
        </svg>
      </Scroll>
      <figcaption>
        <ul class="legend">
          <li>
            <i class="r1" />
            {charts.oldest}
          </li>
          <li>
            <i class="r5" />
            {charts.newest}
          </li>
          <li>
            <i class="average" />
            {charts.average}
          </li>
          {selected !== undefined && (
            <li>
              <i class="selected" />
              {said.cohort} {selected}
            </li>
          )}
        </ul>
        <p class="muted">{charts.curvesHint}</p>
      </figcaption>
    </figure>
  );
}

interface AxesProps {
  readonly x: Scale;
  readonly y: Scale;
  readonly lastPeriod: number;
}

function Axes({ x, y, lastPeriod }: AxesProps) {
  const { charts } = texts();
  const step = Math.ceil(lastPeriod / MOST_TICKS);
  const periods = Array.from({ length: Math.floor((lastPeriod - 1) / step) + 1 }, (_, at) => 1 + at * step);
  return (
    <g class="axes">
      <ShareLines
        y={y}
        from={LEFT}
        to={WIDTH - RIGHT}
        decimals={(share) => (Number.isInteger(Math.round(share * 1_000) / 10) ? 0 : 1)}
      />
      {periods.map((period) => (
        <text key={period} x={x.at(period)} y={HEIGHT - BOTTOM + 18} text-anchor="middle">
          {period}
        </text>
      ))}
      <text x={WIDTH - RIGHT} y={HEIGHT - 4} text-anchor="end">
        {charts.periods} →
      </text>
    </g>
  );
}
