// The console's first script: takes the key out of the address before anything else, then draws the page.
import { render } from 'preact';
import { followOpened, followScroll } from './app/address.ts';
import { takeKeyFromAddress } from './app/key.ts';
import { Shell } from './app/shell.tsx';
import { loadLanguage } from './app/words/language.ts';

takeKeyFromAddress();
addEventListener('hashchange', takeKeyFromAddress);
followScroll();
followOpened();

const place = document.getElementById('console');
if (place === null) throw new Error('the page has no place for the console');
loadLanguage().then(() => render(<Shell />, place));
