// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { flush, hideTab, openDraftTab } from "./persistedDraft.ts";

/** Opens two tabs with one storage: the first writes a draft, the second writes and sends another. */
async function openTwo() {
  const storage = memoryStorage();
  const [here, there] = [openDraftTab(storage), openDraftTab(storage)];
  const end = here.show();
  there.show();
  await flush();
  here.write("A letter of two pages");
  await vi.advanceTimersByTimeAsync(1_000);
  there.write("ok");
  await vi.advanceTimersByTimeAsync(1_000);
  there.write("");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await here.stored()).toBe("");
  return { here, end };
}

test.each(["the page is hidden", "another thread is shown"])(
  "text in the field is saved when %s, even after another tab has saved and sent its own draft",
  async (when) => {
    const { here, end } = await openTwo();
    if (when === "the page is hidden") hideTab();
    else end();
    await flush();
    expect(await here.stored()).toBe("A letter of two pages");
    here.write("");
    await flush();
    expect(await here.stored()).toBe("");
  },
);

test("a draft that was sent in another tab is not saved again by a tab that only showed it", async () => {
  const storage = memoryStorage();
  await storage.saveDraft?.("t", "Half");
  const [here, there] = [openDraftTab(storage), openDraftTab(storage)];
  const end = here.show();
  there.show();
  await flush();
  expect(here.text()).toBe("Half");
  there.write("");
  await flush();
  expect(await here.stored()).toBe("");
  hideTab();
  end();
  await flush();
  expect(await here.stored()).toBe("");
});

test("an unchanged restored draft is not saved again", async () => {
  const storage = memoryStorage();
  await storage.saveDraft?.("t", "Half");
  const save = vi.spyOn(storage, "saveDraft");
  const { show } = openDraftTab(storage);
  const end = show();
  await flush();
  hideTab();
  end();
  await flush();
  expect(save).not.toHaveBeenCalled();
});
