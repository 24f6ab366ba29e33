import type { DBSchema, IDBPDatabase, IDBPTransaction } from "idb";
import { lazyModule } from "../../loadModule.ts";
import {
  blockedDatabaseError,
  errorNameOf,
  toStorageError,
  unavailableError,
} from "./storageErrors.ts";

/** Version of the object stores. Each record has its own version of the format. */
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

/** Transaction over all object stores. */
export type Transaction<TMode extends IDBTransactionMode> = IDBPTransaction<
  Schema,
  StoreName[],
  TMode
>;

interface ThreadDatabase {
  /**
   * Runs a job in its own transaction, which is rolled back when the job fails. Jobs run one after another.
   *
   * @throws AgentKitError `storage`
   */
  runTransaction<T, TMode extends "readonly" | "readwrite">(
    mode: TMode,
    job: (transaction: Transaction<TMode>) => Promise<T>,
  ): Promise<T>;
}

/** Creates a database that is opened on first use, and again after its connection was closed. */
export function createThreadDatabase(name: string, version = DATABASE_VERSION): ThreadDatabase {
  const load = lazyModule(() => import("idb"));
  let connection: Promise<Database> | undefined;
  let isBlocked = false;
  let previous: Promise<unknown> = Promise.resolve();

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
      // Another tab upgrades or deletes the database, and waits for this connection.
      blocking: () => database.close(),
    });
    return database;
  }

  function connect(): Promise<Database> {
    // A blocked request stays open, and a second one would wait for it without an event.
    if (isBlocked) return Promise.reject(blockedDatabaseError(name));
    return new Promise((resolve, reject) => {
      connection ??= open(() => {
        isBlocked = true;
        reject(blockedDatabaseError(name));
      }).then(
        (database) => {
          isBlocked = false;
          return database;
        },
        (error: unknown) => {
          isBlocked = false;
          connection = undefined;
          throw error;
        },
      );
      connection.then(resolve, reject);
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
      // The connection was closed for another tab, or by the browser.
      connection = undefined;
      return start(await connect());
    }
  }

  return {
    runTransaction(mode, job) {
      const done = previous.then(async () => {
        try {
          return await runJob(await begin(mode), job);
        } catch (cause) {
          throw toStorageError(`the database "${name}"`, cause);
        }
      });
      previous = done.catch(() => {});
      return done;
    },
  };
}

async function runJob<T, TMode extends IDBTransactionMode>(
  transaction: Transaction<TMode>,
  job: (transaction: Transaction<TMode>) => Promise<T>,
): Promise<T> {
  // Observed from the start: the transaction may end before the job.
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
    // The transaction has ended already.
  }
}

function hasIndexedDb(): boolean {
  try {
    return Boolean(globalThis.indexedDB);
  } catch (cause) {
    throw unavailableError("IndexedDB", cause);
  }
}
