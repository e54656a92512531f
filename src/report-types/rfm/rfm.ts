// RFM: segments of customers by recency, frequency and monetary value.
import { daysNeeded } from '../../core/baskets/window.ts';
import { segmentChanges } from '../../core/changes/segment-changes.ts';
import { packMembers, unpackMembers, withoutMembers } from '../../core/changes/segment-members.ts';
import type { ReportTypeRecord } from '../report-type.ts';
import { analyseRfm } from './analyse.ts';
import { type RfmKind, rfmDefinition } from './definition.ts';
import { withRfmInsights } from './insights.ts';
import { partitionedRfm } from './partitioned.ts';

export const rfm = {
  ...rfmDefinition,
  daysNeeded,
  analyse: analyseRfm,
  partitioned: partitionedRfm,
  async compare(compared_with, earlier, later) {
    const [before, after] = await Promise.all([earlier.companion(), later.companion()]);
    // Without customers there is no list of members: its report is compared as one without anybody.
    if (before === undefined || after === undefined) return undefined;
    return { compared_with, ...segmentChanges(before, after) };
  },
  companion: { pack: packMembers, unpack: unpackMembers, without: withoutMembers },
  describe: (body, changes, settings) => withRfmInsights({ ...body, changes }, settings),
  /** Its size does not grow with the data. */
  fit: (body) => body,
} as const satisfies ReportTypeRecord<RfmKind>;
