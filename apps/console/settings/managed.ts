// The script of the views that request, repeat, set and erase.
export * from '../app/loading/first-script.ts';
export { Audiences } from '../audiences/audiences.tsx';
export { Reports } from '../reports/reports.tsx';
export { Schedules } from '../schedules/schedules.tsx';
export { Erasures } from './erasure.tsx';
export { Settings } from './settings.tsx';
