// Creates the console's address with the key of an account in this data folder, for `npm start` and the demo. The
// service stores no key in plain text, so this key is kept in a file beside the data that only its owner may read.
import { randomInt } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { hashApiKey } from '../../../src/analysis/accounts/api-key.ts';
import { isLive } from '../../../src/analysis/accounts/key-state.ts';
import { type AccountStore, createAccountStore } from '../../../src/service/accounts/accounts.ts';
import { createKeyStore } from '../../../src/service/accounts/api-keys.ts';
import { createOperations } from '../../../src/service/operations/accounts.ts';
import { wireMadeByKeys } from '../../../src/service/operations/made-by-keys.ts';
import { findDeployment } from './find-deployment.ts';

const FILE = 'console-key';

/** Uses the stored key while it is valid; otherwise creates an account with a new key. */
export async function createConsoleLink(dataDir: string, url: string): Promise<string> {
  const { accounts, createAccount } = await openAccounts();
  const kept = readKey(dataDir);
  const key = kept !== undefined && (await isValid(accounts, kept)) ? kept : await createAccount('Console');
  keepKey(dataDir, key);
  return formatConsoleLink(url, key);
}

/** Creates the key of a new account, with which the console opens from now on. */
export async function createConsoleKey(dataDir: string, accountName: string): Promise<string> {
  const { createAccount } = await openAccounts();
  const key = await createAccount(accountName);
  keepKey(dataDir, key);
  return key;
}

/** Browsers never send the fragment of an address, and the console removes it. `url`: without /api/v1. */
export function formatConsoleLink(url: string, key: string): string {
  return `${url}/console#key=${key}`;
}

async function openAccounts() {
  const { db, serviceTable } = await findDeployment('local');
  const accounts = createAccountStore(db, serviceTable);
  const operations = createOperations({
    accounts,
    keys: createKeyStore(db, serviceTable),
    made: wireMadeByKeys(db, serviceTable),
    newId: ulid,
    randomInt,
    clock: Date.now,
  });
  const createAccount = async (name: string): Promise<string> => {
    const { account_id } = await operations.createAccount(name, 'max', {});
    // The person who starts the service manages its keys.
    return operations.createKey(account_id, 'admin');
  };
  return { accounts, createAccount };
}

async function isValid(accounts: AccountStore, key: string): Promise<boolean> {
  const found = await accounts.findKey(hashApiKey(key));
  return found !== undefined && isLive(found, Date.now());
}

function readKey(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, FILE), 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** An existing file would keep its own mode, so it is deleted first. */
function keepKey(dataDir: string, key: string): void {
  const path = join(dataDir, FILE);
  rmSync(path, { force: true });
  writeFileSync(path, `${key}\n`, { mode: 0o600 });
}
