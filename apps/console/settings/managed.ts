// Exports the script of the views for requests, schedules, settings and erasures.
export * from '../app/loading/first-script.ts';
export { Audiences } from '../audiences/audiences.tsx';
export { Connect } from '../connections/connect.tsx';
export { Reports } from '../reports/reports.tsx';
export { Schedules } from '../schedules/schedules.tsx';
export { Erasures } from './erasure.tsx';
export { Settings } from './settings.tsx';
