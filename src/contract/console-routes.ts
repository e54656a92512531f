// Addresses of the console: pages for people, not operations of the API.
import { BASE_PATH } from './operation.ts';

export const CONSOLE_PATH = `${BASE_PATH}/console`;

/** Leads to CONSOLE_PATH: the address that people type. */
export const SHORT_CONSOLE_PATH = '/console';

/** Routes of the console, as the gateway names them. */
export const CONSOLE_ROUTES = [CONSOLE_PATH, `${CONSOLE_PATH}/{file+}`, SHORT_CONSOLE_PATH] as const;
