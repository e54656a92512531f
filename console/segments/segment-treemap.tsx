// The segments as areas, by customers or revenue: each is a button that selects its segment, as in the table below, which
// has the same figures.
import type { RfmSegment } from '../../client/src/index.ts';
import { tilesOf } from '../../report-parts/charts/squarified.ts';
import { ASPECT, Treemap } from '../../report-parts/charts/treemap.ts';
import { Legend } from '../../report-parts/legend.ts';
import { rampOf } from '../../report-parts/ramp.ts';
import { change, part } from '../app/address.ts';
import { money, number, percent, texts } from '../app/words/language.ts';
import { withOrWithout } from '../customers/customer-list.ts';

export interface SegmentTreemapProps {
  readonly segments: readonly RfmSegment[];
  readonly currency: string | null | undefined;
  readonly selected: readonly string[];
}

export function SegmentTreemap({ segments, currency, selected }: SegmentTreemapProps) {
  const { segments: said, charts } = texts();
  const byRevenue = part('size') === 'revenue';
  const sizeOf = ({ count, revenue }: RfmSegment): number => (byRevenue ? revenue : count);
  const tiles = tilesOf(segments, sizeOf, ASPECT);
  const total = tiles.reduce((sum, { item }) => sum + sizeOf(item), 0);
  const ramp = rampOf(
    segments.map(({ avg_monetary }) => avg_monetary),
    number,
  );
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
      <Treemap
        label={charts.treemap}
        tiles={tiles}
        nameOf={({ name }) => said.name[name]}
        show={(item, place) => (
          <button
            type="button"
            class={`data r${ramp.level(item.avg_monetary)}`}
            aria-pressed={selected.includes(item.name)}
            title={`${said.name[item.name]}: ${number(item.count)}, ${money(item.revenue, currency)}`}
            onClick={() => change({ segment: withOrWithout(selected, item.name), cell: undefined })}
          >
            {place}
            <strong>{said.name[item.name]}</strong>{' '}
            <span>
              {byRevenue ? money(item.revenue, currency) : number(item.count)} (
              {percent(sizeOf(item) / total, 0)})
            </span>
          </button>
        )}
      />
      <figcaption class="muted">
        <Legend title={said.monetary} steps={ramp.steps} />
        {charts.treemapHint}
      </figcaption>
    </figure>
  );
}
