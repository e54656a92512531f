// Brings the stored data to the version of this release, one migration after the other. Each may be interrupted and run
// again; its version is recorded when it is done.
import { DATA_VERSION, type DataVersions } from '../stores/tables/data-version.ts';
import { OperationError } from './operation-error.ts';

export interface Migration {
  /** The version that it leads to, from the one before. */
  readonly to: number;
  readonly about: string;
  /** Can be repeated, also while functions of this release are writing. Undefined: the items stay as they are. */
  readonly run?: () => Promise<void>;
}

/** Ascending, without gaps; a migration stays in this list as long as a stage may be of an earlier version. */
export const MIGRATIONS: readonly Migration[] = [
  { to: 1, about: 'the version of the stored data is recorded' },
  {
    to: DATA_VERSION,
    about: 'datasets may be spread over more partitions, where the release before finds no orders',
  },
];

export interface Migrated {
  readonly from: number;
  readonly to: number;
}

export async function migrate(
  versions: DataVersions,
  onMigration: (migration: Migration) => void,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<Migrated> {
  const from = await versions.read();
  const newest = migrations.at(-1)?.to ?? 0;
  if (from > newest) {
    throw new OperationError(
      `the stored data is of version ${from}, this release knows ${newest}: use the release that migrated it`,
    );
  }
  for (const migration of migrations.filter(({ to }) => to > from)) {
    onMigration(migration);
    await migration.run?.();
    const { to } = migration;
    if (!(await versions.raise(to - 1, to))) {
      throw new OperationError(
        'another migration is running: wait for its end, then run stage migrate again',
      );
    }
  }
  return { from, to: newest };
}
