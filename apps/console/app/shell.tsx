// Draws the frame of every view: its heading, the navigation, the key and the language.

import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { sayInParts } from '../../../packages/report-parts/long-text.ts';
import { fill, isolateName } from '../../../packages/report-parts/names.ts';
import { To } from '../parts/to.tsx';
import { LANGUAGE_NAMES } from '../texts/languages.ts';
import { readParameter, view } from './address.ts';
import { apiKey, forgetKey, isReadOnly, isRefused, offeredKey } from './key.ts';
import { KeyForm, KeyOffer } from './key-form.tsx';
import { LazyView } from './loading/lazy-view.tsx';
import { useLoaded } from './loading/loaded.ts';
import { isOffline, waiting } from './service.ts';
import { chooseLanguage, findLanguage, getTexts, language } from './words/language.ts';

/** Characters: `afn_` and enough of the key to distinguish it from others. */
const SHOWN_OF_KEY = 10;

sayInParts(getTexts);

export function Shell() {
  const said = getTexts();
  useEffect(() => {
    document.documentElement.lang = language.value;
  }, [said]);
  const main = useRef<HTMLElement>(null);
  useTitle(main, said.product, getMenuName(view.value));
  if (apiKey.value === undefined) return <KeyForm />;
  return (
    <>
      <a class="skip" href="#content">
        {said.skip}
      </a>
      <header>
        <strong>{said.product}</strong>
        <Menu />
        <div class="settings">
          <span class="muted">
            <Account />
            {fill(said.key.inUse, { prefix: apiKey.value.slice(0, SHOWN_OF_KEY) })}
            {isReadOnly.value && ` · ${said.key.readOnlyMark}`}
          </span>
          <button type="button" class="plain" onClick={forgetKey}>
            {said.key.other}
          </button>
          <Languages />
        </div>
      </header>
      <Waiting />
      <main id="content" tabIndex={-1} ref={main}>
        <LazyView key={view.value} />
      </main>
      {isRefused.value && <KeyForm />}
      {offeredKey.value !== undefined && <KeyOffer key={offeredKey.value} offered={offeredKey.value} />}
    </>
  );
}

/** Names the account whose data the page shows and changes, and the dataset if the address names one. */
function Account() {
  const { key: said } = getTexts();
  const usage = useLoaded('account', (client, call) => client.usage(call));
  const dataset = readParameter('dataset');
  const shown = [
    ...(usage.value === undefined ? [] : [fill(said.account, { name: usage.value.account.name })]),
    ...(dataset === undefined ? [] : [fill(said.dataset, { name: dataset })]),
  ];
  if (shown.length === 0) return null;
  return (
    <>
      <span class="account">{shown.join(' · ')}</span>
      {' · '}
    </>
  );
}

const MENU = ['home', 'import', 'reports', 'schedules', 'audiences', 'erasure', 'settings'] as const;

/** Views outside the menu belong to a report. */
function getMenuName(view: string): string {
  const said = getTexts();
  const name = MENU.find((known) => known === view);
  if (name === undefined) return said.reports;
  return name === 'import' ? said.import.title : said[name];
}

function Menu() {
  const said = getTexts();
  // A report, a comparison and a product belong to the reports.
  const current = ['report', 'compare', 'product'].includes(view.value) ? 'reports' : view.value;
  return (
    <nav aria-label={said.menu}>
      {MENU.map((name) => (
        <To
          key={name}
          place={{ view: name === 'home' ? undefined : name, dataset: readParameter('dataset') }}
          current={name === current}
        >
          {getMenuName(name)}
        </To>
      ))}
    </nav>
  );
}

function Languages() {
  return (
    <select
      aria-label={getTexts().language}
      value={language.value}
      onChange={({ currentTarget }) =>
        chooseLanguage(findLanguage(currentTarget.value) ?? language.value).catch(() => {
          currentTarget.value = language.value;
        })
      }
    >
      {Object.entries(LANGUAGE_NAMES).map(([name, own]) => (
        <option key={name} value={name}>
          {own}
        </option>
      ))}
    </select>
  );
}

/** Its line keeps its place while it is empty, so that nothing moves. */
function Waiting() {
  const said = getTexts();
  const value = isOffline.value ? 'offline' : waiting.value;
  return (
    <p role="status" class="waiting">
      {value === 'offline' && said.offline}
      {value === 'rate_limit' && said.waitingForLimit}
      {value === 'retry' && said.waitingForService}
    </p>
  );
}

// Sets the page's title to the view's heading: tabs, the history and screen readers distinguish views by it.

function useTitle(place: RefObject<HTMLElement>, product: string, view: string): void {
  useEffect(() => {
    const { current } = place;
    const note = (): void => {
      const heading = current?.querySelector('h1')?.textContent?.trim() || view;
      const title = `${isolateName(heading)} · ${product}`;
      if (document.title !== title) document.title = title;
    };
    note();
    if (current === null) return;
    // Headings appear with the data.
    const observer = new MutationObserver(note);
    observer.observe(current, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [place, product, view]);
}
