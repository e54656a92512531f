// Describes the figures of an RFM report, and their changes since the previous one.

import type { RfmKind } from '../../../contract/report-types/rfm/definition.ts';
import { compareMembers } from '../../changes/segment-changes.ts';
import type { ReportTypeFinish } from '../report-type.ts';
import { withRfmInsights } from './insights.ts';

export const rfmFinish = {
  async compare(compared_with, earlier, later) {
    const [before, after] = await Promise.all([earlier.companion(), later.companion()]);
    // Without customers there is no list of members: compare the report as one with an empty list.
    if (before === undefined || after === undefined) return undefined;
    return { compared_with, ...compareMembers(before, after) };
  },
  describe: (body, changes, settings) => withRfmInsights({ ...body, changes }, settings),
  /** The body's size does not grow with the data. */
  fit: (body) => body,
} as const satisfies ReportTypeFinish<RfmKind>;
