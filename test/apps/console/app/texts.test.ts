// Tests the words of all texts of the console: short sentences, one word for one thing in both languages, and no
// expressions of statistics outside of what "How sure is this?" opens.
import { describe, expect, it } from 'vitest';
import deAudiences from '../../../../apps/console/texts/de/audiences-de.json' with { type: 'json' };
import deCommon from '../../../../apps/console/texts/de/common.json' with { type: 'json' };
import deConnections from '../../../../apps/console/texts/de/connections-de.json' with { type: 'json' };
import deFiles from '../../../../apps/console/texts/de/files-de.json' with { type: 'json' };
import deHome from '../../../../apps/console/texts/de/home.json' with { type: 'json' };
import deImports from '../../../../apps/console/texts/de/import.json' with { type: 'json' };
import dePersons from '../../../../apps/console/texts/de/persons-de.json' with { type: 'json' };
import deWork from '../../../../apps/console/texts/de/work.json' with { type: 'json' };
import audiences from '../../../../apps/console/texts/en/audiences.json' with { type: 'json' };
import common from '../../../../apps/console/texts/en/common.json' with { type: 'json' };
import connections from '../../../../apps/console/texts/en/connections.json' with { type: 'json' };
import files from '../../../../apps/console/texts/en/files.json' with { type: 'json' };
import home from '../../../../apps/console/texts/en/home.json' with { type: 'json' };
import imports from '../../../../apps/console/texts/en/import.json' with { type: 'json' };
import persons from '../../../../apps/console/texts/en/persons.json' with { type: 'json' };
import work from '../../../../apps/console/texts/en/work.json' with { type: 'json' };
import actions from '../../../../packages/report-parts/actions/action-words.json' with { type: 'json' };
import deActions from '../../../../packages/report-parts/german/action-words.json' with { type: 'json' };
import tables from '../../../../packages/report-parts/german/table-words.json' with { type: 'json' };
import digest from '../../../../src/service/digests/digest-words.json' with { type: 'json' };
import { endsInInfinitive, FORBIDDEN, findLongSentences, isVerb } from '../harness/merchant-words.ts';

function listTexts(texts: unknown, path: string): [path: string, text: string][] {
  if (typeof texts === 'string') return [[path, texts]];
  return Object.entries(texts ?? {}).flatMap(([name, text]) => listTexts(text, `${path}.${name}`));
}

const ENGLISH = Object.entries({
  common,
  home,
  imports,
  work,
  audiences,
  connections,
  files,
  persons,
  actions,
  digest: digest.en,
}).flatMap(([name, texts]) => listTexts(texts, name));
const GERMAN = Object.entries({
  ...{
    common: deCommon,
    home: deHome,
    imports: deImports,
    work: deWork,
    audiences: deAudiences,
    files: deFiles,
  },
  ...{ actions: deActions, digest: digest.de, connections: deConnections, persons: dePersons },
}).flatMap(([name, texts]) => listTexts(texts, name));
const TABLES = Object.entries(tables);

/** What "How sure is this?" opens. */
const EVIDENCE =
  /^actions\.\w+Why$|^common\.rules\.(?:chance|expected|liftGivenSizes|zhang|support|confidence|lift)$|^common\.insights\.predictions$/;

/** Lists of an exporter's columns are names, not sentences. */
const NAMES = /^files\.orderList\./;

describe('the texts of the console', () => {
  it('have sentences of at most 20 words', () => {
    const all = [...ENGLISH, ...GERMAN, ...TABLES, ...TABLES.map(([text]) => [text, text] as const)];
    expect(all.length).toBeGreaterThan(2_000);
    expect(
      all.flatMap(([path, text]) =>
        NAMES.test(path) ? [] : findLongSentences(text).map((sentence) => [path, sentence]),
      ),
    ).toEqual([]);
    expect(findLongSentences(`${'word '.repeat(20)}end.`)).toHaveLength(1);
  });

  it('have no expressions of statistics but behind the control', () => {
    const shown = [...ENGLISH, ...GERMAN].filter(([path]) => !EVIDENCE.test(path));
    expect(shown.filter(([, text]) => FORBIDDEN.test(text.replaceAll(/\{\w+\}/g, '')))).toEqual([]);
    expect(FORBIDDEN.test('p < 0.001, corrected for 1,200 rules')).toBe(true);
  });

  it('begin with a verb on buttons', () => {
    const texts = new Map(ENGLISH);
    const labels = BUTTONS.map((path) => [path, texts.get(path) ?? 'missing'] as const);
    expect(labels.filter(([, text]) => !isVerb(text.split(/\s/)[0] ?? ''))).toEqual([]);
  });

  it('end in an infinitive on German buttons', () => {
    const texts = new Map(GERMAN);
    const labels = BUTTONS.map((path) => [path, texts.get(path) ?? 'missing'] as const);
    expect(labels.filter(([, text]) => !endsInInfinitive(text))).toEqual([]);
    expect(['Neue Kunden', 'Alle Regeln', 'Vorschau', 'Käufer'].filter(endsInInfinitive)).toEqual([]);
  });

  it('use one word for one thing in both languages', () => {
    const german = new Map(GERMAN);
    const pairs = [
      ...ENGLISH.flatMap(([path, text]) => {
        const translated = german.get(path);
        return translated === undefined ? [] : [[path, text, translated] as const];
      }),
      ...TABLES.map(([text, translated]) => [text, text, translated] as const),
    ];
    const readWords = (text: string): string =>
      text.replaceAll(/\{(\w+)\|([^|}]*)\|([^}]*)\}/g, '$2 $3').replaceAll(/\{\w+\}/g, '');
    for (const [english, translation] of GLOSSARY) {
      const having = pairs.filter(([, text]) => english.test(readWords(text)));
      expect([String(english), having.length]).toEqual([String(english), expect.toSatisfy((n) => n > 1)]);
      expect(
        having.filter(
          ([path, , translated]) => !translation.test(readWords(translated)) && !PRONOUNS.includes(path),
        ),
      ).toEqual([]);
    }
  });

  it('have no second word for a thing', () => {
    expect(ENGLISH.filter(([, text]) => SYNONYMS.en.test(text))).toEqual([]);
    const german = GERMAN.filter(([path]) => !NAMES.test(path));
    expect(german.filter(([, text]) => SYNONYMS.de.test(text))).toEqual([]);
  });
});

/** Things and their words in both languages. */
const GLOSSARY: readonly (readonly [RegExp, RegExp])[] = [
  [/\breports?\b/i, /bericht/i],
  [/\bdatasets?\b/i, /datens[aä]tz/i],
  [/\bcustomers?\b/i, /kund|käufer/i],
  [/\borders?\b(?! Analytics)/i, /bestell/i],
  [/\bbaskets?\b/i, /warenk[oö]rb|korbgröße/i],
  [/\bsegments?\b/i, /segment/i],
  [/\brules?\b/i, /regel/i],
  [/\bschedules\b/i, /zeitpl[aä]n/i],
  [/\baudiences?\b/i, /zielgruppe/i],
  [/\beras(?:ures?|e|ed|ing)\b/i, /lösch/i],
  [/\bimports?\b/i, /import/i],
  [/\bcohorts?\b/i, /kohorte/i],
  [/\brevenue\b/i, /umsatz/i],
  [/\bwebhooks?\b/i, /webhook/i],
  [/\bdestinations?\b/i, /ziel/i],
  [/\bheld out\b/i, /zurückgehalten|kontroll/i],
  [/\bproducts?\b/i, /produkt/i],
  [/\brows?\b/i, /zeile/i],
  [/\bspen[dt]\b/i, /ausg|umsatz/i],
  // Shops call theirs a secret in German, too.
  [/\bsecret\b/i, /geheim|secret|alles/i],
  [/\brecommendations?\b/i, /empfehl|empfohl/i],
  [/\bdiscounts?\b/i, /rabatt/i],
  [/\brefunds?\b/i, /erstattung/i],
];

/** Texts in which one language has a pronoun, or names the thing by a compound. */
const PRONOUNS: readonly string[] = [
  ...[
    'work.builder.conditionsHint',
    'work.builder.products.antecedents',
    'work.builder.products.consequents',
  ],
  ...['files.problem.parquet_codec', 'common.due.hint', 'common.profile.ofAll'],
  ...['common.template.first_order.question', 'common.insights.recent_cohorts'],
  ...['Differences explained by earlier orders', 'common.segments.gridColumn'],
];

const SYNONYMS = {
  en: /\b(?:clients|shoppers?|turnover|purchasers?|invoices?|data set|time ?stamp)\b/i,
  de: /\b(?:Klient|Auftrag|Aufträge|Erlös|Report|Dataset|Timestamp|Nutzer)\w*\b/,
} as const;

const BUTTONS: readonly string[] = [
  ...['common.key.use', 'common.key.other', 'common.key.keepOwn', 'common.key.takeOffered'],
  ...['common.again', 'common.reload', 'common.more', 'common.segments.clear', 'common.segments.toCustomers'],
  ...['common.customers.download', 'common.customers.keep', 'common.buyers.show', 'common.buyers.ask'],
  ...['common.cart.serve', 'common.cart.askAgain', 'common.cart.filter', 'common.profile.ask'],
  ...['common.report.cancel', 'common.report.savePage', 'common.report.another', 'common.rules.with'],
  ...['common.rules.close', 'common.productPage.allRules', 'common.ask.submit', 'common.ask.cancel'],
  ...['imports.others', 'imports.startCheck', 'imports.saveRejected', 'imports.send'],
  ...['imports.pause', 'imports.resume', 'imports.continue', 'imports.fromBeginning'],
  ...['imports.ask', 'common.erase.askCustomer', 'common.erase.askDataset', 'common.erase.yes'],
  ...[
    'common.erase.no',
    'home.importMore',
    'home.analyse',
    'home.renew',
    'home.first.tryIt',
    'home.settings.save',
  ],
  ...['home.action.showFigures', 'home.action.showOnce', 'home.action.showRule', 'home.action.allRules'],
  ...['home.overview.askDays', 'home.overview.newCustomers', 'work.deliveries.resend'],
  ...[
    'work.deliveries.earlier',
    'work.webhook.test',
    'work.builder.addCondition',
    'work.builder.removeCondition',
  ],
  ...['work.builder.again', 'work.removal.remove', 'work.removal.keep', 'work.schedules.submit'],
  ...['work.schedules.save', 'work.schedules.change', 'work.schedules.show', 'work.schedules.switch.active'],
  ...['work.schedules.switch.paused', 'work.exports.ask', 'work.exports.download', 'work.exports.askOrders'],
  ...['work.endpoints.add', 'work.endpoints.addSecret', 'work.endpoints.drop', 'work.keys.create'],
  ...['work.keys.copy', 'work.keys.kept', 'work.keys.save', 'work.compare.link', 'audiences.create'],
  ...['audiences.replace', 'audiences.run', 'audiences.file', 'audiences.plan', 'audiences.measure'],
  ...['audiences.addDestination', 'audiences.add', 'audiences.replaceIt', 'actions.showCustomers'],
  ...['actions.showProduct', 'actions.showDue', 'actions.showCohorts', 'digest.open'],
];
