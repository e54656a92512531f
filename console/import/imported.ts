// The script of the view that imports files.
export * from '../app/first-script.ts';
export { ImportView } from './import.tsx';
