// Draws the frame of every view: its head, its title, why it waits, and the prompts for a key.

import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { sayInParts } from '../../../packages/report-parts/long-text.ts';
import { isolateName } from '../../../packages/report-parts/names.ts';
import { view } from './address.ts';
import { getMenuName, Header } from './header.tsx';
import { apiKey, isRefused, offeredKey } from './key.ts';
import { KeyForm, KeyOffer } from './key-form.tsx';
import { LazyView } from './loading/lazy-view.tsx';
import { isOffline, waiting } from './service.ts';
import { getTexts, language } from './words/language.ts';

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
      <Header />
      <Waiting />
      <main id="content" tabIndex={-1} ref={main}>
        <LazyView key={view.value} />
      </main>
      {isRefused.value && <KeyForm />}
      {offeredKey.value !== undefined && <KeyOffer key={offeredKey.value} offered={offeredKey.value} />}
    </>
  );
}

/** Its line keeps its place while it is empty, so that nothing moves. */
function Waiting() {
  const said = getTexts();
  const value = isOffline.value ? 'offline' : waiting.value;
  return (
    <p role="status" class={value === 'rate_limit' ? 'waiting muted' : 'waiting'}>
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
