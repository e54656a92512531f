// The segments as areas, by customers or revenue: each is a button that selects its segment, as in the table below, which
// has the same figures.
import type { RfmSegment } from '../../client/src/index.ts';
import { change, part } from '../app/address.ts';
import { money, number, percent, texts } from '../app/language.ts';
import { Scroll } from '../parts/scroll.tsx';
import { treemap } from './treemap.ts';

/** Width of the whole in terms of its height, on a wide screen. */
const ASPECT = 3;
/** Of fills, r0 to r5. */
const LEVELS = 6;

export interface SegmentTreemapProps {
  readonly segments: readonly RfmSegment[];
  readonly currency: string | null | undefined;
  readonly selected: string | undefined;
}

export function SegmentTreemap({ segments, currency, selected }: SegmentTreemapProps) {
  const { segments: said, charts } = texts();
  const byRevenue = part('size') === 'revenue';
  const sizeOf = ({ count, revenue }: RfmSegment): number => (byRevenue ? revenue : count);
  const tiles = treemap(segments, sizeOf, ASPECT);
  const total = tiles.reduce((sum, { item }) => sum + sizeOf(item), 0);
  const most = Math.max(...segments.map(({ avg_monetary }) => avg_monetary), 0);
  if (tiles.length === 0) return null;
  return (
    <figure>
      <label class="inline">
        {charts.size}
        <select
          value={byRevenue ? 'revenue' : 'customers'}
          onChange={({ currentTarget }) =>
            change({ size: currentTarget.value === 'revenue' ? 'revenue' : undefined })
          }
        >
          <option value="customers">{said.customers}</option>
          <option value="revenue">{said.segmentRevenue}</option>
        </select>
      </label>
      <Scroll label={charts.treemap}>
        <ul class="treemap">
          {tiles.map(({ item, left, top, width, height }) => (
            <li
              key={item.name}
              style={{ left: share(left), top: share(top), width: share(width), height: share(height) }}
            >
              <button
                type="button"
                class={`data r${levelOf(item.avg_monetary, most)}`}
                aria-pressed={item.name === selected}
                title={`${said.name[item.name]}: ${number(item.count)}, ${money(item.revenue, currency)}`}
                onClick={() =>
                  change({ segment: item.name === selected ? undefined : item.name, cell: undefined })
                }
              >
                <strong>{said.name[item.name]}</strong>{' '}
                <span>
                  {byRevenue ? money(item.revenue, currency) : number(item.count)} (
                  {percent(sizeOf(item) / total, 0)})
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Scroll>
      <figcaption class="muted">{charts.treemapHint}</figcaption>
    </figure>
  );
}

function share(part: number): string {
  return `${(100 * part).toFixed(3)}%`;
}

function levelOf(spend: number, most: number): number {
  return most <= 0 ? 0 : Math.max(0, Math.min(LEVELS - 1, Math.floor((spend / most) * LEVELS)));
}
