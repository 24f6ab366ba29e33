// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from "vitest";
import { drafts } from "../../../src/components/composer/draft.ts";
import { persistDraft } from "../../../src/components/composer/draftPersistence.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import type { ThreadStorage } from "../../../src/store/persistence/threadStorage.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { flush, hideTab, openDraftTab } from "./persistedDraft.ts";

test.each(["the page is hidden", "its composer unmounts", "the draft changes"])(
  "a failed write is repeated when %s",
  async (when) => {
    const inner = memoryStorage();
    let isDown = true;
    const { write, show, stored } = openDraftTab({
      ...inner,
      async saveDraft(threadId, text) {
        if (isDown) throw new Error("down");
        await inner.saveDraft?.(threadId, text);
      },
    });
    const end = show();
    const passOn = async (next: string) => {
      if (when === "the page is hidden") hideTab();
      else if (when === "its composer unmounts") end();
      else write(next);
      await vi.advanceTimersByTimeAsync(1_000);
    };
    write("Half");
    await vi.advanceTimersByTimeAsync(60_000);
    isDown = false;
    await passOn("Half");
    await passOn("Half a");
    expect(await stored()).toBe(when === "the draft changes" ? "Half a" : "Half");
    if (when === "its composer unmounts") return;
    isDown = true;
    write("");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await stored()).not.toBe("");
    isDown = false;
    await passOn(" ");
    await passOn("");
    expect(await stored()).toBe("");
  },
);

test("a sent draft whose removal failed is removed and not restored", async () => {
  const inner = memoryStorage();
  let isDown = false;
  const { write, show, stored, text } = openDraftTab({
    ...inner,
    async saveDraft(threadId, draft) {
      if (isDown) throw new Error("down");
      await inner.saveDraft?.(threadId, draft);
    },
  });
  const end = show();
  write("Half");
  await vi.advanceTimersByTimeAsync(1_000);
  isDown = true;
  write("");
  end();
  await flush();
  isDown = false;
  show();
  await flush();
  expect(text()).toBe("");
  expect(await stored()).toBe("");
});

test("a write that succeeded but was reported as failed is removed, even if removal fails at first", async () => {
  const inner = memoryStorage();
  let isDown = true;
  const { write, show, stored } = openDraftTab({
    ...inner,
    async saveDraft(threadId, text) {
      if (text !== "" || !isDown) await inner.saveDraft?.(threadId, text);
      if (isDown) throw new Error("Timeout");
    },
  });
  show();
  write("Half");
  await vi.advanceTimersByTimeAsync(1_000);
  write("");
  await flush();
  expect(await stored()).toBe("Half");
  isDown = false;
  hideTab();
  expect(await stored()).toBe("");
});

test.each([true, false])(
  "a draft saved before a failed write is removed after a later read (read: %s)",
  async (isSeen) => {
    const inner = memoryStorage();
    let isDown = false;
    const { write, show } = openDraftTab({
      ...inner,
      loadDraft: async (threadId) => {
        if (!isSeen) throw new Error("down");
        return (await inner.loadDraft?.(threadId)) ?? "";
      },
      async saveDraft(threadId, text) {
        if (isDown) throw new Error("down");
        await inner.saveDraft?.(threadId, text);
      },
    });
    show();
    write("Half");
    await vi.advanceTimersByTimeAsync(1_000);
    isDown = true;
    write("Half a");
    await vi.advanceTimersByTimeAsync(1_000);
    isDown = false;
    write("");
    await flush();
    expect(await inner.loadDraft?.("t")).toBe("");
  },
);

test("a storage that hangs once does not keep a draft that is sent later", async () => {
  const inner = memoryStorage();
  let finishWrite = () => {};
  const { write, show, stored } = openDraftTab({
    ...inner,
    async saveDraft(threadId, text) {
      if (text === "Secret b")
        await new Promise<void>((resolve) => {
          finishWrite = resolve;
        });
      await inner.saveDraft?.(threadId, text);
    },
  });
  show();
  write("Secret");
  await vi.advanceTimersByTimeAsync(1_000);
  write("Secret b");
  await vi.advanceTimersByTimeAsync(11_000);
  expect(await stored()).toBe("Secret");
  write("");
  await flush();
  expect(await stored()).toBe("");
  // The late write has overwritten the removal, which must be repeated.
  finishWrite();
  await flush();
  expect(await stored()).toBe("");
});

test("a storage that never answers is awaited only for a limited time", async () => {
  const inner = memoryStorage();
  const loadDraft = vi.fn(() => new Promise<string>(() => {}));
  const { write, show } = openDraftTab({ ...inner, loadDraft });
  show();
  write("Half");
  await vi.advanceTimersByTimeAsync(11_000);
  expect(await inner.loadDraft?.("t")).toBe("Half");
  write("");
  await vi.advanceTimersByTimeAsync(11_000);
  expect(await inner.loadDraft?.("t")).toBe("");
});

test("a thread created outside the client gets no draft from its storage", async () => {
  const storage = memoryStorage();
  const { client } = openDraftTab(storage);
  const foreign = createThread({ agent: manualAgent(), threadId: "t" });
  await storage.saveDraft?.("t", "Half");
  onTestFinished(persistDraft(foreign, client));
  await flush();
  expect(drafts.readState(foreign).text).toBe("");
});

test("sending in one tab does not remove a draft of another tab", async () => {
  const storage = memoryStorage();
  const [here, there] = [openDraftTab(storage), openDraftTab(storage)];
  here.show();
  there.show();
  await flush();
  here.write("Short");
  await vi.advanceTimersByTimeAsync(1_000);
  there.write("A long one");
  await vi.advanceTimersByTimeAsync(1_000);
  here.write("");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await here.stored()).toBe("A long one");
  here.write("Next");
  here.write("");
  hideTab();
  await flush();
  expect(await here.stored()).toBe("A long one");
  there.write("");
  await flush();
  expect(await here.stored()).toBe("");
});

test.each<[string, Partial<ThreadStorage>]>([
  // A storage of an application may return other types.
  ["returns null", { loadDraft: async () => null as unknown as string }],
  ["returns undefined", { loadDraft: async () => undefined as unknown as string }],
  [
    "throws synchronously",
    {
      loadDraft: () => {
        throw new Error("denied");
      },
      saveDraft: () => {
        throw new Error("denied");
      },
    },
  ],
])("a storage that %s causes no error", async (_what, broken) => {
  const { write, show, text } = openDraftTab({ ...memoryStorage(), ...broken });
  const end = show();
  await flush();
  expect(text()).toBe("");
  write("Half");
  await vi.advanceTimersByTimeAsync(1_000);
  hideTab();
  end();
  write("");
  await flush();
  expect(text()).toBe("");
});
