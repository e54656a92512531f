// Texts of the first page and of the settings, in German.
import type { HomeTexts } from '../en/home.ts';

export const homeDe: HomeTexts = {
  title: 'Diese Woche',
  welcome: 'Willkommen',
  covers: (first, last) => `Bestellungen vom ${first} bis ${last}.`,
  imported: (at) => `Letzter Import: ${at}.`,
  importMore: 'Weitere Bestellungen importieren',
  noReports:
    'Die Bestellungen sind da. Als Nächstes werden sie ausgewertet: was zusammen gekauft wird, wer die Kunden sind und ob sie wiederkommen.',
  beingAnalysed: 'Der Shop wird ausgewertet. Sobald ein Bericht fertig ist, steht hier, was zu tun ist.',
  leadsHome: 'Der Shop wird ausgewertet. Die Startseite öffnet sich, sobald der erste Bericht fertig ist.',
  analyse: 'Meinen Shop auswerten',
  renew: 'Berichte erneuern',
  asking: 'Wird angefordert …',
  older: 'Seit diese Berichte angefordert wurden, sind Bestellungen importiert worden.',
  nothing: 'Nichts sticht hervor',
  nothingMeans:
    'Kein Ergebnis der neuesten Berichte bringt Geld, geht über den Zufall hinaus und beruht auf genug Bestellungen. Mehr Bestellungen zeigen vielleicht mehr.',
  action: {
    winBack: (_, shown) => `${shown} Kunden zurückgewinnen`,
    spent: 'haben sie bisher ausgegeben',
    winBackText: (segments, days) =>
      `Sie haben früher gut gekauft (${segments}), und die Hälfte jedes Segments ist seit mehr als ${days} Tagen nicht wiedergekommen. Vier von fünf nächsten Bestellungen kommen früher.`,
    winBackWhy: (all, reference, share) =>
      `Von ${all} Kunden, gezählt am ${reference}. ${share} von ihnen bestellen in den nächsten 90 Tagen voraussichtlich auch so.`,
    showCustomers: 'Diese Kunden zeigen',
    bundle: (first, then) => `${first} mit ${then} verkaufen`,
    crossSell: (first, then) => `Käufern von ${first} ${then} anbieten`,
    placement: (first, then) => `${first} neben ${then} stellen`,
    beyondChance: 'über den Zufall hinaus, in den Tagen des Berichts',
    basketText: (share, first, then, lift) =>
      `${share} der Bestellungen mit ${first} enthalten auch ${then}: ${lift}-mal so viele, wie der Zufall in Bestellungen dieser Größen erwarten lässt.`,
    basketWhy: (both, all, p) =>
      `${both} von ${all} Bestellungen; p ${p}, korrigiert für alle Regeln, die hätten gefunden werden können.`,
    showProduct: 'Zeigen, was dazu passt',
    showFigures: 'Zahlen zeigen',
    showOnce: 'Kunden mit einer Bestellung zeigen',
    showRule: 'Regel zeigen',
    allRules: 'Alle Regeln',
    due: (count, shown) =>
      `${shown} Kunden erinnern, ${count === 1 ? 'dessen' : 'deren'} nächster Kauf diese Woche fällig ist`,
    expected: 'werden in diesen 7 Tagen von allen Kunden erwartet',
    dueText:
      'Nach der letzten Bestellung und dem eigenen Abstand zwischen Bestellungen. Die Liste nennt die wahrscheinlichsten zuerst.',
    dueWhy: (dates, shown, share, days, all) =>
      `An ${dates === 1 ? 'einem früheren Tag' : `${shown} früheren Tagen`} haben ${share} derer, die die Liste genannt hätte, innerhalb von ${days} Tagen bestellt, von allen Kunden mit einem Rhythmus ${all}.`,
    showDue: 'Zeigen, wer fällig ist',
    slower: 'Neue Kunden kommen später wieder als früher',
    slowerText: (again, all, expected) =>
      `${again} der ${all} neueren Kunden haben wieder bestellt. Im Tempo der älteren wären es ${expected}.`,
    slowerWhy: (recent, older, p) =>
      `Erste Bestellungen ab ${recent}, verglichen mit denen bis ${older}; Logrank-Test, p ${p}.`,
    showCohorts: 'Zeigen, wann sie wiederkommen',
  },
  periods: {
    title: (name) => `Der Shop in ${name}`,
    period: 'Zeitraum',
    newCustomers: 'Neue Kunden',
    returning: 'Wiederkehrende Kunden',
    change: (change, name) => `${change} gegenüber ${name}`,
    against: (name) => `keine in ${name}`,
    bars: 'Umsatz nach Zeitraum',
    notOver: 'noch nicht vorbei',
    hollow: 'Ein hohler Balken ist ein Zeitraum, der noch nicht vorbei ist.',
    truncated:
      'In den ersten Zeiträumen haben Kunden, die als neu zählen, vielleicht schon vor dem Beginn der Daten gekauft. Bestellungen ohne Kunden zählen nicht mit.',
    all: 'Alle Zahlen nach Zeitraum (* noch nicht vorbei)',
  },
  since: {
    title: 'Seit den Berichten davor',
    day: (day) => `seit ${day}`,
    customers: (moved, joined, gone) =>
      `Kunden in einem anderen Segment als davor: ${moved}; neu im Bericht: ${joined}; nicht mehr darin: ${gone}.`,
    rules: (appeared, vanished) => `Neue Regeln: ${appeared}; verschwundene: ${vanished}.`,
  },
  effect: {
    title: 'Was das Anschreiben gebracht hat',
    of: (name, line) => `${name}: ${line}`,
    measure: {
      customers: 'Kunden mit Bestellung',
      orders: 'Bestellungen',
      revenue: 'Nettoumsatz',
      repeat: 'Kunden mit zwei Bestellungen',
    },
    verdict: {
      not_begun: 'noch keine Bestellung seitdem',
      too_few: 'zu wenige für eine Aussage',
      not_yet: 'noch nicht entschieden',
      undecided: 'nicht entschieden',
      more: 'mehr als bei den Zurückgehaltenen',
      fewer: 'weniger als bei den Zurückgehaltenen',
    },
    toGo: (days, shown) => `noch ${shown} ${days === 1 ? 'Tag' : 'Tage'}`,
    show: 'Zahlen zeigen',
  },
  first: {
    hello: 'Den Export des Shops hier ablegen und sehen, was damit zu tun ist.',
    demo: 'Keine Datei zur Hand?',
    demoMeans:
      'Probieren Sie es mit einem Monat echter Bestellungen eines Geschenkeladens (Online Retail, Daqing Chen 2015, UCI Machine Learning Repository, CC BY 4.0). Sie kommen in einen eigenen Datensatz, demo-shop, den Sie löschen können.',
    tryIt: 'Mit einem Demo-Shop ausprobieren',
    developers:
      'Für Entwickler: Bestellungen lassen sich auch über die API oder die Kommandozeile übertragen.',
    reference: 'Die Referenz der API',
  },
  settings: {
    title: 'Einstellungen',
    developers: 'Für Entwickler und Betreiber',
    change: (name) => `Währung und Zeitzone von ${name}`,
    currencyHint: 'drei Buchstaben, etwa EUR; leer für keine',
    currencyMeans: 'Zahlen werden nicht umgerechnet: Die Währung sagt, worin die Preise sind.',
    save: 'Speichern',
  },
};
