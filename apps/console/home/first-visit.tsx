// Shown without orders: a shop to connect, one place to drop a file, a demo shop, and a line for developers.
import { go } from '../app/address.ts';
import { BASE_URL } from '../app/service.ts';
import { getHomeTexts } from '../app/words/home-texts.ts';
import { getTexts } from '../app/words/language.ts';
import { sendAll } from '../import/actions.ts';
import { Choose } from '../import/choose.tsx';
import { Writing } from '../parts/form-fields.tsx';
import { Action } from '../parts/sending.tsx';
import { ConnectLinks } from './connect-links.tsx';

/** The name of the file with the demo shop's month, which changes with its contents. */
declare const DEMO_SHOP: string;
const DEMO_DATASET = 'demo-shop';

export function FirstVisit() {
  const said = getHomeTexts().first;
  return (
    <>
      <p>{said.hello}</p>
      <ConnectLinks />
      <Choose chosen={() => go({ view: 'import' })} />
      <section class="card">
        <h2>{said.demo}</h2>
        <p>{said.demoMeans}</p>
        <Writing>
          <Demo />
        </Writing>
      </section>
      <p class="muted">
        {said.developers} <a href={`${BASE_URL}/docs`}>{said.reference}</a>
      </p>
    </>
  );
}

function Demo() {
  const said = getHomeTexts().first;
  return (
    <Action
      title={said.tryIt}
      sendingTitle={getTexts().loading}
      work={async () => {
        const response = await fetch(new URL(DEMO_SHOP, import.meta.url));
        if (!response.ok) throw new Error(`${response.status}`);
        sendAll([new File([await response.blob()], 'demo-shop.csv.gz')], DEMO_DATASET);
        go({ view: 'import' });
      }}
    />
  );
}
