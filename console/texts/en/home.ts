// Texts of the first page and of the settings.
const customers = (count: number, shown: string): string =>
  `${shown} ${count === 1 ? 'customer' : 'customers'}`;

export const homeEn = {
  title: 'This week',
  welcome: 'Welcome',
  covers: (first: string, last: string) => `Orders from ${first} to ${last}.`,
  imported: (at: string) => `Last import: ${at}.`,
  importMore: 'Import more orders',
  noReports:
    'Your orders are here. The next step is to analyse them: what is bought together, who your customers are, and whether they come back.',
  beingAnalysed: 'Your shop is being analysed. What to do appears here as soon as a report is finished.',
  leadsHome: 'Your shop is being analysed. Home opens as soon as the first report is finished.',
  analyse: 'Analyse my shop',
  renew: 'Renew the reports',
  asking: 'Requesting …',
  older: 'Orders have been imported since these reports were requested.',
  nothing: 'Nothing stands out',
  nothingMeans:
    'No finding of the newest reports is worth money, beyond chance and in enough orders. More orders may show more.',
  action: {
    winBack: (count: number, shown: string) => `Win back ${customers(count, shown)}`,
    spent: 'is what they have spent so far',
    winBackText: (segments: string, days: string) =>
      `They used to buy well (${segments}), and half of each segment have stayed away for more than ${days} days. Four of five next orders come sooner.`,
    winBackWhy: (all: string, reference: string, share: string) =>
      `Out of ${all} customers, counted on ${reference}. ${share} of them are expected to order in the next 90 days without being asked.`,
    showCustomers: 'Show these customers',
    bundle: (first: string, then: string) => `Sell ${first} with ${then}`,
    crossSell: (first: string, then: string) => `Offer ${then} to buyers of ${first}`,
    placement: (first: string, then: string) => `Place ${first} next to ${then}`,
    beyondChance: 'beyond chance, in the days of the report',
    basketText: (share: string, first: string, then: string, lift: string) =>
      `${share} of the orders with ${first} also have ${then}: ${lift} times as many as chance brings to orders of these sizes.`,
    basketWhy: (both: string, all: string, p: string) =>
      `${both} of ${all} orders; p ${p}, corrected for all rules that could have been found.`,
    showProduct: 'Show what goes with it',
    showFigures: 'Show the figures',
    showOnce: 'Show customers with one order',
    showRule: 'Show the rule',
    allRules: 'All rules',
    due: (count: number, shown: string) =>
      `Remind ${customers(count, shown)} who ${count === 1 ? 'is' : 'are'} due to buy again this week`,
    expected: 'is expected of all customers in these 7 days',
    dueText: 'By their last order and their own gaps between orders. The list has the likeliest first.',
    dueWhy: (dates: number, shown: string, share: string, days: string, all: string) =>
      `On ${shown} past ${dates === 1 ? 'date' : 'dates'}, ${share} of those whom the list would have named ordered within ${days} days, of all customers with a pace ${all}.`,
    showDue: 'Show who is due',
    slower: 'New customers come back later than before',
    slowerText: (again: string, all: string, expected: string) =>
      `${again} of the ${all} newer customers have ordered again. At the pace of the older ones, it would be ${expected}.`,
    slowerWhy: (recent: string, older: string, p: string) =>
      `First orders from ${recent} on, against those up to ${older}; log-rank test, p ${p}.`,
    showCohorts: 'Show when they come back',
  },
  periods: {
    title: (name: string) => `The shop in ${name}`,
    period: 'Period',
    newCustomers: 'New customers',
    returning: 'Returning customers',
    change: (change: string, name: string) => `${change} against ${name}`,
    against: (name: string) => `none in ${name}`,
    bars: 'Revenue by period',
    notOver: 'not over yet',
    hollow: 'A hollow bar is a period that is not over.',
    truncated:
      'In the first periods, customers who count as new may have bought before the data begin. Orders without a customer are not counted.',
    all: 'All figures by period (* not over)',
  },
  since: {
    title: 'Since the reports before',
    day: (day: string) => `since ${day}`,
    customers: (moved: string, joined: string, gone: string) =>
      `Customers in another segment than before: ${moved}; new in the report: ${joined}; no longer in it: ${gone}.`,
    rules: (appeared: string, vanished: string) =>
      `Rules that appeared: ${appeared}; that vanished: ${vanished}.`,
  },
  effect: {
    title: 'What contacting them brought',
    of: (name: string, line: string) => `${name}: ${line}`,
    measure: {
      customers: 'customers who ordered',
      orders: 'orders',
      revenue: 'net revenue',
      repeat: 'customers who ordered twice',
    },
    verdict: {
      not_begun: 'no order since then',
      too_few: 'too few to say anything',
      not_yet: 'not yet decided',
      undecided: 'not decided',
      more: 'more than of those held out',
      fewer: 'fewer than of those held out',
    },
    toGo: (days: number, shown: string) => `${shown} ${days === 1 ? 'day' : 'days'} to go`,
    show: 'Show the figures',
  },
  first: {
    hello: 'Drop the export of your shop, and see what to do with it.',
    demo: 'No file at hand?',
    demoMeans:
      'Try it with a month of real orders of a gift shop (Online Retail, Daqing Chen 2015, UCI Machine Learning Repository, CC BY 4.0). They go into a dataset of their own, demo-shop, which you can erase.',
    tryIt: 'Try it with a demo shop',
    developers: 'For developers: orders can also be pushed with the API or the command line.',
    reference: 'The API’s reference',
  },
  settings: {
    title: 'Settings',
    developers: 'For developers and operators',
    change: (name: string) => `Currency and time zone of ${name}`,
    currencyHint: 'three letters, such as EUR; empty for none',
    currencyMeans: 'The currency names what the prices are in. It converts no figures.',
    save: 'Save',
  },
};

export type HomeTexts = typeof homeEn;
