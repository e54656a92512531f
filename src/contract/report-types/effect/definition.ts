// Effect: what contacting the members of an audience changed, against those held out.
// What requests need to know of the type, without its analysis.
import type { Kind, ReportTypeDefinition } from '../report-type.ts';
import type { EffectBody } from './schema.ts';
import { type EffectSettings, echoEffectSettings, effectParams, effectSettingsOf } from './settings.ts';
import { TEMPLATES } from './templates.ts';

export interface EffectKind extends Kind {
  readonly type: 'EFFECT';
  readonly settings: EffectSettings;
  readonly body: EffectBody;
}

export const effectDefinition = {
  type: 'EFFECT',
  prefix: 'Effect',
  description:
    'what contacting an audience changed, against those held out; before sending, what could be seen',
  defaultName: 'Effect of an audience',
  templates: TEMPLATES,
  params: effectParams,
  settings: effectSettingsOf,
  echo: echoEffectSettings,
  lists: [],
  customers: undefined,
  exports: [],
  tables: {},
  ofAudience: true,
} as const satisfies ReportTypeDefinition<EffectKind>;
