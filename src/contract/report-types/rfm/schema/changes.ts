// Customers who moved between segments since the earlier RFM report.
import * as v from 'valibot';
import { described, optionally } from '../../../schema/described.ts';
import { count } from '../../../schema/fields.ts';
import { comparedWith, comparisonNote, comparisonNoteCoded } from '../../../schema/report-parts.ts';
import { NOT_THERE, SEGMENT_NAMES } from '../segments.ts';
import { segmentName } from './segment.ts';

const place = v.picklist([...SEGMENT_NAMES, NOT_THERE]);

export const segmentMove = v.object({
  from: described(place, `Segment in the earlier report, or \`${NOT_THERE}\`.`),
  to: described(place, `Segment in this report, or \`${NOT_THERE}\`.`),
  customers: described(count, 'Number of customers who moved this way, at least one.'),
});

export const segmentGrowth = v.object({
  segment: described(segmentName, 'The segment.'),
  before: described(count, 'Customers in the earlier report.'),
  after: described(count, 'Customers in this report.'),
  change: described(v.pipe(v.number(), v.integer()), 'after − before.'),
});

export const rfmChanges = v.object({
  compared_with: comparedWith,
  note: comparisonNote,
  note_coded: comparisonNoteCoded,
  migration: optionally(
    v.array(segmentMove),
    'Customers by earlier and current segment, including those who stayed.',
  ),
  segment_growth: optionally(v.array(segmentGrowth), 'Earlier and current size of each segment.'),
  moved: optionally(count, 'Customers in both reports whose segment has changed.'),
});
