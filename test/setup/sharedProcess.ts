import { afterAll, vi } from "vitest";
import "./patience.ts";

/** The functions of the global object before the tests of a file. */
const functions = new Map(
  Object.getOwnPropertyNames(globalThis).flatMap((name) => {
    const value: unknown = Object.getOwnPropertyDescriptor(globalThis, name)?.value;
    return typeof value === "function" ? [[name, value] as const] : [];
  }),
);

// Files share the globals and the modules of a process, so a file leaves the globals as they were.
afterAll(async () => {
  // Before the timers, as a spy on a fake timer restores the fake.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  const replaced = [...functions].filter(
    ([name, value]) => Reflect.get(globalThis, name) !== value,
  );
  for (const [name, value] of replaced) Reflect.set(globalThis, name, value);
  // Vitest rejects the imports that are pending when a file ends, and the next files would get the rejection.
  await vi.dynamicImportSettled();
  const names = replaced.map(([name]) => name);
  if (names.length > 0) {
    throw new Error(
      `The tests of this file left ${names} replaced, which the next files of the process would use. Restore them in the file.`,
    );
  }
});
