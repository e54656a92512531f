// The list of all routes lies beside the code of the default route's function, which would otherwise load the schemas of all
// operations to answer a preflight.
import * as v from 'valibot';

export const ROUTES_FILE = 'routes.json';

/** As the gateway names them. */
export const routesFile = v.pipe(v.string(), v.parseJson(), v.array(v.string()));
