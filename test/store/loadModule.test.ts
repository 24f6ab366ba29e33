import { expect, test, vi } from "vitest";
import { lazyModule, loadModule } from "../../src/store/loadModule.ts";
import { createDeferred } from "../support/deferred.ts";

const offline = new TypeError("Failed to fetch dynamically imported module");

test("`loadModule` throws `load-failed` with the cause when the module cannot be loaded", async () => {
  const loading = loadModule(() => Promise.reject(offline));
  await expect(loading).rejects.toMatchObject({ code: "load-failed", cause: offline });
});

test("`lazyModule` loads once for all callers, before and after the module is there", async () => {
  const { promise, resolve } = createDeferred<string>();
  const load = vi.fn(() => promise);
  const loadLazily = lazyModule(load);
  expect(load).not.toHaveBeenCalled();
  const callers = [loadLazily(), loadLazily()];
  resolve("module");
  expect(await Promise.all(callers)).toEqual(["module", "module"]);
  expect(await loadLazily()).toBe("module");
  expect(load).toHaveBeenCalledTimes(1);
});

test("`lazyModule` rejects every caller of a failed load, and loads again for the next caller", async () => {
  const failing = createDeferred<string>();
  const load = vi.fn<() => Promise<string>>().mockReturnValueOnce(failing.promise);
  const loadLazily = lazyModule(load);
  const callers = [loadLazily(), loadLazily()];
  failing.reject(offline);
  for (const caller of callers) {
    await expect(caller).rejects.toMatchObject({ code: "load-failed", cause: offline });
  }
  expect(load).toHaveBeenCalledTimes(1);

  load.mockRejectedValueOnce(offline);
  await expect(loadLazily()).rejects.toMatchObject({ code: "load-failed" });
  load.mockResolvedValueOnce("module");
  expect(await loadLazily()).toBe("module");
  expect(await loadLazily()).toBe("module");
  expect(load).toHaveBeenCalledTimes(3);
});
