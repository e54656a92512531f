// Exports the script of the view that imports files.
export * from '../app/loading/first-script.ts';
export { ImportView } from './import.tsx';
