// Texts of the view of audiences.
const customers = (count: number, shown: string): string =>
  `${shown} ${count === 1 ? 'customer' : 'customers'}`;

export const audiencesEn = {
  title: 'Audiences',
  explain:
    'Lists of customers that stay in step with your orders. Some can be held out, to see what contacting the others changes.',
  how: 'To begin one, open a report of customers, choose some, and press “Keep this list in step”.',
  none: 'There are no audiences yet.',
  build: 'A list that stays in step',
  name: 'Name of the audience',
  target: 'Keep it as',
  anew: 'a new audience',
  holdOut: 'Held out, in percent (0 to 50)',
  holdOutHint: 'They are not contacted. The share cannot be changed later.',
  refresh: 'Refresh',
  refreshes: { manual: 'by hand (paused)', after_import: 'after imports', schedule: 'on a schedule' },
  size: (count: number, shown: string, contact: string) =>
    `${customers(count, shown)} now, ${contact} of them with a contact.`,
  overlap: (name: string, common: string, all: string) =>
    `${common} of them are in ${name}, which has ${all}.`,
  changes: (stay: string, joined: string, left: string) => `${stay} stay, ${joined} join, ${left} leave.`,
  create: 'Create the audience',
  replace: 'Replace its conditions',
  members: (count: number, shown: string, held: string, contact: string) =>
    `${customers(count, shown)}, of whom ${held} are held out; ${contact} have a contact.`,
  noMembers: 'It has not been refreshed yet.',
  asOf: (at: string) => `As of ${at}.`,
  run: 'Refresh now',
  running: 'It is being refreshed …',
  file: 'Members as a file',
  reading: (shown: string) => `${shown} read …`,
  history: 'History',
  noRuns: 'It has not been refreshed in the last 90 days.',
  columns: { at: 'Refreshed', status: 'State', members: 'Members', joined: 'Joined', left: 'Left' },
  status: { Processing: 'in progress', Completed: 'done', Failed: 'failed' },
  conditions: 'Conditions',
  effect: 'What contacting them changes',
  effectHint: 'Without a day, it is a plan: what could be seen. Choose the days before you send.',
  since: 'Sent on',
  days: 'Days that count',
  measure: 'Measure',
  plan: 'Plan',
};

export type AudienceTexts = typeof audiencesEn;
