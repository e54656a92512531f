// Links to the forms that connect a shop; in the first script, as several others share it.
import { fill } from '../../../packages/report-parts/names.ts';
import { getKeys } from '../../../src/contract/schema/keys.ts';
import type { SourceKind } from '../../../src/contract/source.ts';
import { getHomeTexts } from '../app/words/home-texts.ts';
import { To } from '../parts/to.tsx';

const NAMES: Readonly<Record<SourceKind, string>> = { shopify: 'Shopify', woocommerce: 'WooCommerce' };

export function nameConnecting(kind: SourceKind): string {
  return fill(getHomeTexts().first.connect, { name: NAMES[kind] });
}

export function ConnectLinks() {
  return (
    <p>
      {getKeys(NAMES).map((kind) => (
        <To key={kind} class="button" place={{ view: 'connect', kind }}>
          {nameConnecting(kind)}
        </To>
      ))}
    </p>
  );
}
