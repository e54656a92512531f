// Divides a report into tabs. The address names the one that is shown, so that links lead to it; paper and saved pages
// have all of them.
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { getKeys } from '../../../src/contract/schema/keys.ts';
import { readParameter, readPlace } from '../app/address.ts';
import { getTexts } from '../app/words/language.ts';
import { To, useCurrentShown } from '../parts/to.tsx';
import { usePrinting } from '../parts/virtual-rows.tsx';
import type { Texts } from '../texts/languages.ts';

export type TabName = keyof Texts['tabs'];

/** Parts of an address that select something of a tab, for addresses that name none. */
const SELECTING = {
  rules: /^(?:rule|q|all)$/,
  customers: /^(?:segment|cell|cohort|week|find|bought|was|only|m(?:in|ax)_\w+)$/,
};

/** The tab that is shown. */
export const CurrentTab = createContext<TabName>('overview');

/** Returns the first tab where the address names none of the report's. */
export function readTab(tabs: readonly TabName[]): TabName {
  const names = Object.keys(readPlace());
  const asked =
    readParameter('tab') ?? getKeys(SELECTING).find((tab) => names.some((name) => SELECTING[tab].test(name)));
  return tabs.find((tab) => tab === asked) ?? 'overview';
}

export function Tabs({ names }: { readonly names: readonly TabName[] }) {
  const { report, tabs } = getTexts();
  const current = useContext(CurrentTab);
  const row = useCurrentShown(current);
  return (
    <nav class="tabs live" aria-label={report.parts} ref={row}>
      {names.map((name) => (
        <To key={name} place={{ ...readPlace(), tab: name }} current={name === current}>
          {tabs[name]}
        </To>
      ))}
    </nav>
  );
}

interface TabProps {
  readonly name: TabName;
  readonly children: ComponentChildren;
}

export function Tab({ name, children }: TabProps) {
  const current = useContext(CurrentTab);
  if (!usePrinting() && name !== current) return null;
  return <>{children}</>;
}
