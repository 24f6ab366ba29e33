import type { WebStorageLike } from "../../../src/store/persistence/adapters/localThreadStorage.ts";

/** In-memory `Storage` with a size limit, which records the keys that were changed. */
export class SmallStorage implements WebStorageLike {
  readonly texts = new Map<string, string>();
  /** Written or removed keys, in order. */
  readonly touched: string[] = [];
  /** Size limit in characters, including the keys. */
  room = Number.POSITIVE_INFINITY;

  get length(): number {
    return this.texts.size;
  }

  get used(): number {
    return [...this.texts].reduce((sum, [key, text]) => sum + key.length + text.length, 0);
  }

  key(at: number): string | null {
    return [...this.texts.keys()][at] ?? null;
  }

  getItem(key: string): string | null {
    return this.texts.get(key) ?? null;
  }

  setItem(key: string, text: string): void {
    const old = this.texts.get(key);
    const freed = old === undefined ? 0 : key.length + old.length;
    if (this.used - freed + key.length + text.length > this.room) {
      throw new DOMException(`Setting "${key}" exceeded the quota.`, "QuotaExceededError");
    }
    this.touched.push(key);
    this.texts.set(key, text);
  }

  removeItem(key: string): void {
    this.touched.push(key);
    this.texts.delete(key);
  }
}
