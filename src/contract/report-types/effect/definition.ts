// Effect: what contacting the members of an audience changed, against those held out.
// The parts that requests need, without the analysis.
import type { Kind, ReportTypeDefinition } from '../report-type.ts';
import type { EffectBody } from './schema.ts';
import { type EffectSettings, echoEffectSettings, effectParams, resolveEffectSettings } from './settings.ts';
import { EFFECT_TEMPLATES } from './templates.ts';

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
  templates: EFFECT_TEMPLATES,
  params: effectParams,
  settings: resolveEffectSettings,
  echo: echoEffectSettings,
  lists: [],
  customers: undefined,
  exports: [],
  tables: {},
  ofAudience: true,
} as const satisfies ReportTypeDefinition<EffectKind>;
