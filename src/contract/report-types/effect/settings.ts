// The settings of effect reports: which audience, from when, for how long, and what decides. They are chosen before
// sending.
import * as v from 'valibot';
import { integerFrom, oneOf, orNull, text } from '../../schema/fields.ts';
import { getKeys } from '../../schema/keys.ts';
import { MAX_ID_LENGTH } from '../../schema/limits.ts';
import type { Shape } from '../../schema/shape.ts';
import { isDay } from '../../settings/calendar.ts';
import type { ReportSettings } from '../../settings/settings.ts';
import { echoShared } from '../settings-echo.ts';
import { DEFAULT_DAYS, EFFECT_MEASURES, type EffectMeasure, MOST_DAYS } from './limits.ts';
import type { effectSettings } from './schema.ts';
import { EFFECT_TEMPLATES } from './templates.ts';

export interface EffectSettings extends ReportSettings {
  /** Undefined: nobody is assigned. */
  readonly audienceId?: string | undefined;
  /** First day, YYYY-MM-DD. Undefined: a plan. */
  readonly since?: string | undefined;
  readonly days: number;
  readonly decidesOn: EffectMeasure;
}

export const effectParams = {
  audience_id: orNull(text(MAX_ID_LENGTH, 1), 'EFFECT, required: the audience, of the same dataset.', {
    examples: ['01M7YN9QHZYR8GXB77DH0YCNR5'],
  }),
  since: orNull(
    v.pipe(v.string('expected a date YYYY-MM-DD'), v.check(isDay, 'expected a date YYYY-MM-DD')),
    'EFFECT: the first day that counts, in the time zone of the report: the day it was sent. Orders of a customer count from the day on which they were assigned, if that is later. Default: nothing was sent yet, and the report is a plan.',
    { format: 'date', examples: ['2026-03-01'] },
  ),
  days: orNull(
    integerFrom(1, MOST_DAYS, 'a whole number'),
    `EFFECT: days that count, at most ${MOST_DAYS}: to be chosen before sending. Default: ${DEFAULT_DAYS}.`,
  ),
  decide_on: orNull(
    oneOf(EFFECT_MEASURES),
    'EFFECT: the measure that decides, to be chosen before sending: customers who ordered, orders, net revenue, or customers who ordered twice. Default: orders.',
  ),
};
const params = v.object(effectParams);

export function resolveEffectSettings(
  shared: ReportSettings,
  given: Readonly<Record<string, unknown>>,
): EffectSettings {
  const { audience_id, since, days, decide_on } = v.parse(params, given);
  return {
    ...shared,
    audienceId: audience_id,
    since,
    days: days ?? DEFAULT_DAYS,
    decidesOn: decide_on ?? 'orders',
  };
}

export function echoEffectSettings(settings: EffectSettings): Shape<typeof effectSettings> {
  return {
    ...echoShared(settings, getKeys(EFFECT_TEMPLATES)),
    audience_id: settings.audienceId ?? null,
    since: settings.since ?? null,
    days: settings.days,
    decide_on: settings.decidesOn,
  };
}
