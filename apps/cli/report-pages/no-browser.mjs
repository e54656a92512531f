// Replaces the globals of a browser that the console's modules read when they load, for Node.
export const location = new URL('https://localhost/');
export const navigator = { languages: [], onLine: true };
export const document = { activeElement: null };
export const addEventListener = () => undefined;
/** Draws everything as on paper. */
export const matchMedia = () => ({ matches: true });
