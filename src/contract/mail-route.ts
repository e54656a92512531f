// Where the links of e-mails lead: a page for the person who got the e-mail, not an operation of the API. The last
// segment names the endpoint, and holds a token.
import { BASE_PATH } from './operation.ts';

export const MAIL_ROUTE = `${BASE_PATH}/mail/{link}`;
