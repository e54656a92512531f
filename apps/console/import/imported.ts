// Exports the script of the views that import files.
export * from '../app/loading/first-script.ts';
export { FirstVisit } from '../home/first-visit.tsx';
export { ImportView } from './import.tsx';
