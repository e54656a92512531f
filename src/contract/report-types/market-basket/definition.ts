// Market basket analysis: which products are bought together.
// The parts that requests need, without the analysis.
import type { Kind, ReportTypeDefinition } from '../report-type.ts';
import type { MbaBody } from './schema.ts';
import { echoMbaSettings, type MbaSettings, mbaParams, resolveMbaSettings } from './settings.ts';
import { MBA_TEMPLATES } from './templates.ts';

export interface MarketBasketKind extends Kind {
  readonly type: 'MBA';
  readonly settings: MbaSettings;
  readonly body: MbaBody;
}

export const marketBasketDefinition = {
  type: 'MBA',
  prefix: 'Mba',
  description: 'market basket analysis: products bought together',
  defaultName: 'Market basket analysis',
  templates: MBA_TEMPLATES,
  params: mbaParams,
  settings: resolveMbaSettings,
  echo: echoMbaSettings,
  lists: ['association_rules'],
  customers: undefined,
  exports: ['rules'],
  tables: {},
} as const satisfies ReportTypeDefinition<MarketBasketKind>;
