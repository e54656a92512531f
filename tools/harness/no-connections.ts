// For tests of sources without credentials of their shops.
import type { ManageConnections } from '../../src/service/connections/manage-connections.ts';

export const NO_CONNECTIONS: ManageConnections = {
  get: async () => undefined,
  list: async () => new Map(),
  seal: () => {
    throw new Error('no credentials are expected');
  },
  findSecret: () => undefined,
  connect: async () => undefined,
  pull: async () => undefined,
  disconnect: async () => undefined,
};
