// An RFM report has no settings of its own.

import { getKeys } from '../../schema/keys.ts';
import type { Shape } from '../../schema/shape.ts';
import type { ReportSettings } from '../../settings/settings.ts';
import { echoShared } from '../settings-echo.ts';
import type { rfmSettings } from './schema.ts';
import { RFM_TEMPLATES } from './templates.ts';

export function echoRfmSettings(settings: ReportSettings): Shape<typeof rfmSettings> {
  return echoShared(settings, getKeys(RFM_TEMPLATES));
}
