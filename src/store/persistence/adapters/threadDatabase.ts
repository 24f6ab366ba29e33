import type { DBSchema, IDBPDatabase, IDBPTransaction } from "idb";
import { lazyModule } from "../../loadModule.ts";
import {
  blockedDatabaseError,
  errorNameOf,
  toStorageError,
  unavailableError,
} from "./storageErrors.ts";

/** Of the stores below, not of what lies in them: each record has a version of its own. */
const DATABASE_VERSION = 1;

type StoreName = "records" | "snapshots" | "entries";

const STORES: readonly StoreName[] = ["records", "snapshots", "entries"];

interface Schema extends DBSchema {
  records: { key: string; value: string };
  snapshots: { key: [threadId: string, kind: "base" | "latest" | "draft"]; value: string };
  /** Chunks of logs, by the position of their first entry. */
  entries: { key: [threadId: string, at: number]; value: string };
}

type Database = IDBPDatabase<Schema>;

/** One transaction over all stores. */
export type Transaction<TMode extends IDBTransactionMode> = IDBPTransaction<
  Schema,
  StoreName[],
  TMode
>;

/** The database that threads are kept in. */
export interface ThreadDatabase {
  /**
   * Does a job in a transaction of its own, which is taken back when the job fails. Jobs are done one after
   * another, in the order they came.
   *
   * @throws AgentKitError `storage`
   */
  use<T, TMode extends "readonly" | "readwrite">(
    mode: TMode,
    job: (transaction: Transaction<TMode>) => Promise<T>,
  ): Promise<T>;
}

/** Opens a database when it is first used, and again when its connection was closed. */
export function threadDatabase(name: string, version = DATABASE_VERSION): ThreadDatabase {
  const load = lazyModule(() => import("idb"));
  let opened: Promise<Database> | undefined;
  let isBlocked = false;
  let last: Promise<unknown> = Promise.resolve();

  async function open(onBlocked: () => void): Promise<Database> {
    if (!hasIndexedDb()) throw unavailableError("IndexedDB");
    const { openDB } = await load();
    const database: Database = await openDB<Schema>(name, version, {
      upgrade(upgraded) {
        for (const store of STORES) {
          if (!upgraded.objectStoreNames.contains(store)) upgraded.createObjectStore(store);
        }
      },
      blocked: onBlocked,
      // Another page upgrades or deletes the database, and waits until this one lets go.
      blocking: () => database.close(),
    });
    return database;
  }

  function connect(): Promise<Database> {
    // The request that is blocked still stands, and a second one would wait behind it in silence.
    if (isBlocked) return Promise.reject(blockedDatabaseError(name));
    return new Promise((resolve, reject) => {
      opened ??= open(() => {
        isBlocked = true;
        reject(blockedDatabaseError(name));
      }).then(
        (database) => {
          isBlocked = false;
          return database;
        },
        (error: unknown) => {
          isBlocked = false;
          opened = undefined;
          throw error;
        },
      );
      opened.then(resolve, reject);
    });
  }

  async function begin<TMode extends IDBTransactionMode>(mode: TMode) {
    const start = (database: Database) =>
      database.transaction<StoreName[], TMode>([...STORES], mode, { durability: "relaxed" });
    const database = await connect();
    try {
      return start(database);
    } catch (error) {
      if (errorNameOf(error) !== "InvalidStateError") throw error;
      // It was closed meanwhile: for another page, as above, or by the browser.
      opened = undefined;
      return start(await connect());
    }
  }

  return {
    use(mode, job) {
      const done = last.then(async () => {
        try {
          return await carryOut(await begin(mode), job);
        } catch (cause) {
          throw toStorageError(`the database "${name}"`, cause);
        }
      });
      last = done.catch(() => {});
      return done;
    },
  };
}

async function carryOut<T, TMode extends IDBTransactionMode>(
  transaction: Transaction<TMode>,
  job: (transaction: Transaction<TMode>) => Promise<T>,
): Promise<T> {
  // Heard from the start: it may end before the job has.
  const ended = transaction.done.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  let result: T;
  try {
    result = await job(transaction);
  } catch (error) {
    abort(transaction);
    await ended;
    throw error;
  }
  const end = await ended;
  if (end) throw end.error;
  return result;
}

function abort(transaction: Transaction<IDBTransactionMode>): void {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}

function hasIndexedDb(): boolean {
  try {
    return Boolean(globalThis.indexedDB);
  } catch (cause) {
    throw unavailableError("IndexedDB", cause);
  }
}
