// What reports that nobody has named are called in German, by the names that the service gives them.

export const REPORT_NAMES_DE: Readonly<Record<string, string>> = {
  'Market basket analysis': 'Warenkorbanalyse',
  'Standard market basket analysis': 'Warenkörbe',
  'First order basket analysis': 'Warenkörbe erster Bestellungen',
  'Repeat purchase basket analysis': 'Warenkörbe der Stammkunden',
  'High value basket analysis': 'Warenkörbe der besten Kunden',
  'Churning customer basket analysis': 'Warenkörbe abwandernder Kunden',
  'RFM segmentation': 'RFM-Segmente',
  'Standard RFM segmentation': 'Kundensegmente (RFM)',
  'New customer cohort segmentation': 'Segmente neuer Kunden',
  'Cohort retention': 'Wiederkehr nach Kohorten',
  'Due to buy again': 'Nachkauf fällig',
  'Effect of an audience': 'Wirkung einer Zielgruppe',
};
