// Exports what every page has loaded before any other script. Each of the others re-exports it, so that the bundler
// puts it into one file instead of a file for every combination of scripts that share a part.
export * from '../../home/connect-links.tsx';
export { Home } from '../../home/home.tsx';
export * from '../../parts/form-fields.tsx';
