// Draws the head of every view, in one row from 1,024 pixels: the menu, the dataset, and the account behind a button.
import { useState } from 'preact/hooks';
import { fill } from '../../../packages/report-parts/names.ts';
import { To, useCurrentShown } from '../parts/to.tsx';
import { LANGUAGE_NAMES } from '../texts/languages.ts';
import { change, go, view } from './address.ts';
import { findDataset, listFilled, namedDataset } from './dataset.ts';
import { apiKey, forgetKey, isReadOnly } from './key.ts';
import { useLoaded } from './loading/loaded.ts';
import { chooseLanguage, findLanguage, getTexts, language } from './words/language.ts';

export function Header() {
  return (
    <header>
      <strong>{getTexts().product}</strong>
      <Menu />
      <div class="settings">
        <DatasetSwitch />
        <Account />
      </div>
    </header>
  );
}

const MENU = ['home', 'import', 'reports', 'schedules', 'audiences', 'erasure', 'settings'] as const;

/** Views outside the menu belong to a report. */
export function getMenuName(view: string): string {
  const said = getTexts();
  const name = MENU.find((known) => known === view);
  if (name === undefined) return said.reports;
  return name === 'import' ? said.import.title : said[name];
}

/** Views of one report, which belongs to one dataset. */
const OF_REPORT = ['report', 'compare', 'product', 'customer', 'period'];

function Menu() {
  const current = OF_REPORT.includes(view.value) ? 'reports' : view.value;
  const row = useCurrentShown(current);
  return (
    <nav aria-label={getTexts().menu} ref={row}>
      {MENU.map((name) => (
        <To
          key={name}
          place={{ view: name === 'home' ? undefined : name, dataset: namedDataset.value }}
          current={name === current}
        >
          {getMenuName(name)}
        </To>
      ))}
    </nav>
  );
}

/** Shown to a reader with several datasets. From a report, it leads to the first page of the other dataset. */
function DatasetSwitch() {
  const { list: said } = getTexts();
  const loaded = useLoaded('datasets', (client, call) => client.datasets.list({}, call).page());
  const filled = listFilled(loaded.value?.datasets ?? []);
  if (filled.length < 2) return null;
  const isList = view.value === 'reports';
  const shown =
    isList && namedDataset.value === undefined ? '' : findDataset(filled, namedDataset.value)?.slug;
  return (
    <select
      class="dataset"
      aria-label={said.dataset}
      value={shown}
      onChange={({ currentTarget: { value } }) => {
        const dataset = value === '' ? undefined : value;
        if (OF_REPORT.includes(view.value)) go({ dataset });
        else change({ dataset });
      }}
    >
      {isList && <option value="">{said.all}</option>}
      {filled.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Opens the account's name, its key and the language; closes when the focus goes elsewhere. */
function Account() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      class="account"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false);
      }}
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    >
      <summary>{getTexts().key.menu}</summary>
      {isOpen && <AccountMenu />}
    </details>
  );
}

/** Characters: `afn_` and enough of the key to distinguish it from others. */
const SHOWN_OF_KEY = 10;

function AccountMenu() {
  const { key: said } = getTexts();
  const usage = useLoaded('account', (client, call) => client.usage(call));
  return (
    <div class="card" tabIndex={-1}>
      {usage.value !== undefined && <p>{fill(said.account, { name: usage.value.account.name })}</p>}
      <p class="muted">
        {fill(said.inUse, { prefix: apiKey.value?.slice(0, SHOWN_OF_KEY) ?? '' })}
        {isReadOnly.value && ` · ${said.readOnlyMark}`}
      </p>
      <p>
        <button type="button" class="plain" onClick={forgetKey}>
          {said.other}
        </button>
      </p>
      <Languages />
    </div>
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
