// What the console's modules ask of a browser when they are loaded, where there is none: in place of the globals of these names.
export const location = new URL('https://localhost/');
export const navigator = { languages: [], onLine: true };
export const document = { activeElement: null };
export const addEventListener = () => undefined;
/** Everything is drawn as on paper. */
export const matchMedia = () => ({ matches: true });
