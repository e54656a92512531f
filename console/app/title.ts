// The title of the page is that of its view, as its heading says: tabs, the history and screen readers tell views apart.
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { isolated } from '../../report-parts/names.ts';

export function useTitle(place: RefObject<HTMLElement>, product: string, view: string): void {
  useEffect(() => {
    const { current } = place;
    const note = (): void => {
      const heading = current?.querySelector('h1')?.textContent?.trim() || view;
      const title = `${isolated(heading)} · ${product}`;
      if (document.title !== title) document.title = title;
    };
    note();
    if (current === null) return;
    // Headings come with the data.
    const observer = new MutationObserver(note);
    observer.observe(current, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [place, product, view]);
}
