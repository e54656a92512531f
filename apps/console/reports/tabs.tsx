// Divides a report into tabs. The address names the one that is shown, so that links lead to it; paper and saved pages
// have all of them.
import type { ComponentChildren } from 'preact';
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

export function readTab(): string {
  const names = Object.keys(readPlace());
  return (
    readParameter('tab') ??
    getKeys(SELECTING).find((tab) => names.some((name) => SELECTING[tab].test(name))) ??
    'overview'
  );
}

export function Tabs({ names }: { readonly names: readonly TabName[] }) {
  const { report, tabs } = getTexts();
  const current = readTab();
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
  const isWhole = usePrinting();
  if (!isWhole && name !== readTab()) return null;
  return <>{children}</>;
}
