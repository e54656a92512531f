// A type of report that exists in tests alone: orders by weekday. Nothing but src/contract/report-types/every-type.ts and
// analyses.ts would have to name it in src, and nothing at all in cli.
import * as v from 'valibot';
import { heldColumns } from '../../../../src/analysis/extract/packed-columns.ts';
import type { OrderColumns } from '../../../../src/analysis/orders/columns.ts';
import type { Analysis } from '../../../../src/analysis/report-types/analysis.ts';
import { inOnePart, type PartitionedAnalysis } from '../../../../src/analysis/report-types/partitioned.ts';
import type {
  ReportTypeAnalysis,
  ReportTypeFinish,
} from '../../../../src/analysis/report-types/report-type.ts';
import type {
  Kind,
  ReportTypeDefinition,
  ReportTypeDocument,
} from '../../../../src/contract/report-types/report-type.ts';
import { echoShared } from '../../../../src/contract/report-types/settings-echo.ts';
import { described } from '../../../../src/contract/schema/described.ts';
import { oneOf, orNull } from '../../../../src/contract/schema/fields.ts';
import {
  type Body,
  comparedWith,
  comparisonNote,
  finishedEnvelope,
  settingsEcho,
} from '../../../../src/contract/schema/report-parts.ts';
import type { ReportSettings } from '../../../../src/contract/settings/settings.ts';

const UNITS = ['orders', 'line_items'] as const;
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const weekdaysReport = v.object({
  ...finishedEnvelope,
  report_type: v.literal('WEEKDAYS'),
  settings: settingsEcho(['busy_days'], { counted: v.picklist(UNITS) }),
  summary: v.object({ counted: v.number(), busiest_share: v.number() }),
  weekdays: v.array(v.object({ weekday: v.string(), counted: v.number() })),
  changes: v.nullable(
    v.object({ compared_with: comparedWith, note: comparisonNote, counted: v.optional(v.number()) }),
  ),
  ai_insights: v.nullable(
    v.object({ summary: v.string(), quiet_days: v.array(v.object({ text: v.string() })) }),
  ),
});

interface WeekdaySettings extends ReportSettings {
  readonly counted: (typeof UNITS)[number];
}

export interface WeekdaysKind extends Kind {
  readonly type: 'WEEKDAYS';
  readonly settings: WeekdaySettings;
  readonly body: Body<typeof weekdaysReport>;
  readonly companion: undefined;
}

export const weekdayParams = {
  counted: orNull(described(oneOf(UNITS), 'WEEKDAYS: what is counted. Default: orders.')),
};
const params = v.object(weekdayParams);

function countsOf(
  { orderCount, orderDate, lineStart }: OrderColumns,
  { counted }: WeekdaySettings,
): number[] {
  const counts = DAYS.map(() => 0);
  for (let order = 0; order < orderCount; order++) {
    const day = new Date(orderDate[order] ?? Number.NaN).getUTCDay();
    const lines = (lineStart[order + 1] ?? 0) - (lineStart[order] ?? 0);
    if (!Number.isNaN(day)) counts[day] = (counts[day] ?? 0) + (counted === 'orders' ? 1 : lines);
  }
  return counts;
}

function analysisOf(counts: readonly number[], settings: WeekdaySettings): Analysis<WeekdaysKind> {
  const sum = counts.reduce((before, count) => before + count, 0);
  return {
    body: {
      report_type: 'WEEKDAYS',
      settings: { ...echoShared(settings, ['busy_days']), counted: settings.counted },
      reference_date: null,
      summary: { counted: sum, busiest_share: sum === 0 ? 0 : Math.max(...counts) / sum },
      weekdays: DAYS.map((weekday, at) => ({ weekday, counted: counts[at] ?? 0 })),
      ...{ warnings: [], warnings_coded: [], notes: [], notes_coded: [] },
      changes: null,
      ai_insights: null,
    },
    companion: undefined,
  };
}

const partitionedWeekdays: PartitionedAnalysis<WeekdaysKind> = {
  partitionBy: () => 'order',
  inPart: (part, settings) => ({
    found: heldColumns({
      counts: { kind: 'doubles', values: Float64Array.from(countsOf(part.orders(), settings)) },
    }),
  }),
  join(settings) {
    const counts = DAYS.map(() => 0);
    return {
      add(found) {
        for (const [at, count] of found.doubles('counts').entries()) counts[at] = (counts[at] ?? 0) + count;
      },
      end: () => ({ analysis: analysisOf(counts, settings) }),
    };
  },
};

export const weekdays = {
  type: 'WEEKDAYS',
  prefix: 'Weekdays',
  description: 'orders by day of the week',
  defaultName: 'Orders by weekday',
  templates: {
    busy_days: {
      reportType: 'WEEKDAYS',
      name: 'Busy days',
      customerScope: 'all',
      businessContext: 'When orders come.',
      params: { counted: 'line_items' },
    },
  },
  params: weekdayParams,
  settings: (shared, given): WeekdaySettings => ({
    ...shared,
    counted: v.parse(params, given).counted ?? 'orders',
  }),
  echo: (settings) => ({ ...echoShared(settings, ['busy_days']), counted: settings.counted }),
  lists: ['weekdays'],
  customers: undefined,
  exports: ['weekdays'],
  tables: {
    weekdays: {
      columns: [
        { name: 'weekday', type: 'text' },
        { name: 'counted', type: 'integer' },
      ],
      rows: (body) => body.weekdays.map(({ weekday, counted }) => [weekday, counted]),
    },
  },
} as const satisfies ReportTypeDefinition<WeekdaysKind>;

export const weekdaysAnalysis = {
  daysNeeded: ({ dateRange }) => dateRange,
  analyse: inOnePart(partitionedWeekdays),
  partitioned: partitionedWeekdays,
} as const satisfies ReportTypeAnalysis<WeekdaysKind>;

export const weekdaysFinish = {
  async compare(compared_with, earlier, later) {
    const [before, after] = await Promise.all([earlier.body(), later.body()]);
    if (before === undefined || after === undefined) return undefined;
    return { compared_with, counted: after.summary.counted - before.summary.counted };
  },
  describe: (body, changes) => ({
    ...body,
    changes,
    ai_insights: {
      summary: `${body.summary.counted} were counted.`,
      quiet_days: body.weekdays
        .filter(({ counted }) => counted === 0)
        .map(({ weekday }) => ({ text: `Nothing is ordered on a ${weekday}.` })),
    },
  }),
  fit: (body) => body,
} as const satisfies ReportTypeFinish<WeekdaysKind>;

export const weekdaysDocument: ReportTypeDocument = {
  schema: weekdaysReport,
  components: { WeekdaysReport: [weekdaysReport, 'A finished report by weekday.'] },
};
