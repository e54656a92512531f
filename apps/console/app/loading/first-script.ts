// What every page has loaded by the time it loads one of the other scripts. Each of them passes it on, so that the bundler puts
// it into one file: it would otherwise cut a file for every combination of scripts that share a part.
export { Home } from '../../home/home.tsx';
export * from '../../parts/form-fields.tsx';
