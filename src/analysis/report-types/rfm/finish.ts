// What a report says of its figures, and of those of the report before.

import type { RfmKind } from '../../../contract/report-types/rfm/definition.ts';
import { compareMembers } from '../../changes/segment-changes.ts';
import type { ReportTypeFinish } from '../report-type.ts';
import { withRfmInsights } from './insights.ts';

export const rfmFinish = {
  async compare(compared_with, earlier, later) {
    const [before, after] = await Promise.all([earlier.companion(), later.companion()]);
    // Without customers there is no list of members: its report is compared as one without anybody.
    if (before === undefined || after === undefined) return undefined;
    return { compared_with, ...compareMembers(before, after) };
  },
  describe: (body, changes, settings) => withRfmInsights({ ...body, changes }, settings),
  /** Its size does not grow with the data. */
  fit: (body) => body,
} as const satisfies ReportTypeFinish<RfmKind>;
