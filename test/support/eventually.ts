import { expect } from "vitest";

/** Polls like `expect.poll`, with a timeout for a busy machine. */
export const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 20_000 });
