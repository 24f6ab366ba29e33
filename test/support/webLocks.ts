import { afterAll, beforeAll } from "vitest";

interface LockRequest {
  readonly name: string;
  readonly mode: LockMode;
  /** Calls the callback with the lock; settles when the lock may be released. */
  readonly grant: () => Promise<void>;
}

/**
 * Web Locks within one process, for environments without them: exclusive and shared locks, `ifAvailable`, `signal`
 * and `query()`, as in https://w3c.github.io/web-locks/.
 */
export class ProcessLocks implements LockManager {
  #held: LockRequest[] = [];
  #pending: LockRequest[] = [];

  request<T>(name: string, callback: LockGrantedCallback<T>): Promise<Awaited<T>>;
  request<T>(
    name: string,
    options: LockOptions,
    callback: LockGrantedCallback<T>,
  ): Promise<Awaited<T>>;
  request<T>(
    name: string,
    optionsOrCallback: LockOptions | LockGrantedCallback<T>,
    lastArgument?: LockGrantedCallback<T>,
  ): Promise<Awaited<T>> {
    const options = typeof optionsOrCallback === "function" ? {} : optionsOrCallback;
    const callback = typeof optionsOrCallback === "function" ? optionsOrCallback : lastArgument;
    const { mode = "exclusive", ifAvailable = false, signal } = options;
    return new Promise<Awaited<T>>((resolve, reject) => {
      if (!callback) throw new TypeError("A lock request needs a callback.");
      if (signal?.aborted) return reject(signal.reason);
      // The lock is held until the promise of the callback has settled.
      const settle = async (lock: Lock | null) => {
        try {
          resolve(await callback(lock));
        } catch (error) {
          reject(error);
        }
      };
      const abort = () => {
        this.#pending = this.#pending.filter((other) => other !== request);
        reject(signal?.reason);
        this.#grant();
      };
      const request: LockRequest = {
        name,
        mode,
        grant: async () => {
          signal?.removeEventListener("abort", abort);
          await settle({ name, mode });
        },
      };
      if (ifAvailable && !this.#isAvailable(request)) {
        void settle(null);
        return;
      }
      signal?.addEventListener("abort", abort);
      this.#pending.push(request);
      this.#grant();
    });
  }

  async query(): Promise<LockManagerSnapshot> {
    const info = ({ name, mode }: LockRequest) => ({ name, mode });
    return { held: this.#held.map(info), pending: this.#pending.map(info) };
  }

  /** True when no lock conflicts with the request, and no earlier request waits for the same name. */
  #isAvailable(request: LockRequest): boolean {
    const earlier = this.#pending.includes(request)
      ? this.#pending.slice(0, this.#pending.indexOf(request))
      : this.#pending;
    return (
      !earlier.some(({ name }) => name === request.name) &&
      !this.#held.some(
        ({ name, mode }) =>
          name === request.name && (mode === "exclusive" || request.mode === "exclusive"),
      )
    );
  }

  #grant(): void {
    for (const request of [...this.#pending]) {
      if (!this.#isAvailable(request)) continue;
      this.#pending = this.#pending.filter((other) => other !== request);
      this.#held.push(request);
      void request.grant().then(() => {
        this.#held = this.#held.filter((other) => other !== request);
        this.#grant();
      });
    }
  }
}

/**
 * Provides the locks of a secure context to the tests of a file, in which threads of one process
 * stand for tabs of one browser.
 */
export function provideWebLocks(): void {
  // Node 20 has no navigator.
  const isMissing = !("navigator" in globalThis);
  beforeAll(() => {
    if (isMissing) {
      Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
    }
    Object.defineProperty(navigator, "locks", { value: new ProcessLocks(), configurable: true });
  });
  afterAll(() => {
    Reflect.deleteProperty(navigator, "locks");
    if (isMissing) Reflect.deleteProperty(globalThis, "navigator");
  });
}
