import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { drafts, putIntoComposer } from "../../src/components/composerDraft.ts";
import { keepDraft } from "../../src/components/draftKeeper.ts";
import { createAgentClient } from "../../src/store/createAgentClient.ts";
import { memoryStorage } from "../../src/store/storage/memoryStorage.ts";
import type { ThreadStorage } from "../../src/store/storage/types.ts";
import { manualAgent } from "../../src/testing/manualAgent.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

/** Lets happen what waits for nothing but promises. */
const flush = () => vi.advanceTimersByTimeAsync(0);
const leavePage = () => window.dispatchEvent(new Event("pagehide"));

/** A page with one thread of a storage. */
function openPage(storage: ThreadStorage = memoryStorage()) {
  const client = createAgentClient({ agent: manualAgent(), storage });
  const thread = client.thread({ threadId: "t" });
  const write = (text: string) => drafts.update(thread, (before) => ({ ...before, text }));
  const show = () => {
    const end = keepDraft(thread, client);
    onTestFinished(end);
    return end;
  };
  const stored = async () => storage.loadDraft?.("t");
  return { client, thread, write, show, stored, text: () => drafts.read(thread).text };
}

/** A storage whose writes are done when they are let through, in any order. */
function slowStorage() {
  const inner = memoryStorage();
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const storage: ThreadStorage = {
    ...inner,
    async saveDraft(threadId, text) {
      asked.push(text);
      await new Promise<void>((resolve) => waiting.push(resolve));
      await inner.saveDraft?.(threadId, text);
    },
  };
  /** The last one first. */
  const letThrough = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      next();
      await flush();
    }
  };
  return { storage, asked, letThrough };
}

test("what is written is kept within a moment, and not each letter by itself", async () => {
  const storage = memoryStorage();
  const save = vi.spyOn(storage, "saveDraft");
  const { write, show, stored } = openPage(storage);
  show();
  await flush();
  for (const text of ["H", "Ha", "Hal", "Half"]) {
    write(text);
    await vi.advanceTimersByTimeAsync(110);
  }
  expect(await stored()).toBe("Half");
  expect(save).toHaveBeenCalledOnce();
});

test("what was written before it was there is kept as well", async () => {
  const { write, show, stored } = openPage();
  write("Half");
  show();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await stored()).toBe("Half");
});

test("what has been sent is gone at once, and for good", async () => {
  const { write, show, stored } = openPage();
  show();
  write("Half");
  await vi.advanceTimersByTimeAsync(1_000);
  write("Half a sentence");
  write("");
  await flush();
  expect(await stored()).toBe("");
  await vi.advanceTimersByTimeAsync(1_000);
  leavePage();
  await flush();
  expect(await stored()).toBe("");
});

test("what is sent while nobody shows it does not come back", async () => {
  const { write, show, stored, text } = openPage();
  const end = show();
  write("Read this");
  end();
  await flush();
  expect(await stored()).toBe("Read this");
  write("");
  await flush();
  expect(await stored()).toBe("");
  show();
  await flush();
  expect(text()).toBe("");
});

test("what is being removed is not found by who comes back meanwhile", async () => {
  const { storage, letThrough } = slowStorage();
  const { write, show, stored, text } = openPage(storage);
  const end = show();
  write("Read this");
  end();
  await letThrough();
  expect(await stored()).toBe("Read this");
  write("");
  show();
  await flush();
  await letThrough();
  expect(text()).toBe("");
  expect(await stored()).toBe("");
});

test("what comes back while nobody shows it is kept", async () => {
  const { thread, show, stored } = openPage();
  show()();
  await flush();
  putIntoComposer(thread, "Refused");
  await flush();
  expect(await stored()).toBe("Refused");
});

test("of a thread that was let go of nothing more is kept", async () => {
  const storage = memoryStorage();
  const save = vi.spyOn(storage, "saveDraft");
  const { thread, show } = openPage(storage);
  show()();
  thread.dispose();
  putIntoComposer(thread, "Late");
  await flush();
  leavePage();
  await flush();
  expect(save).not.toHaveBeenCalled();
});

test("writes come one after another, and of what waits only the last", async () => {
  const { storage, asked, letThrough } = slowStorage();
  const { write, show, stored } = openPage(storage);
  show();
  write("secret");
  await vi.advanceTimersByTimeAsync(1_000);
  for (const text of ["secret a", "secret ab"]) {
    write(text);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(asked).toEqual(["secret"]);
  await letThrough();
  expect(asked).toEqual(["secret", "secret ab"]);
  write("secret abc");
  await vi.advanceTimersByTimeAsync(1_000);
  write("");
  await flush();
  await letThrough();
  expect(asked.at(-1)).toBe("");
  expect(await stored()).toBe("");
});

test("a page that is left waits for no write that is under way", async () => {
  const { storage, asked } = slowStorage();
  const { write, show } = openPage(storage);
  show();
  write("Half");
  await vi.advanceTimersByTimeAsync(1_000);
  write("Half a sentence");
  leavePage();
  expect(asked).toEqual(["Half", "Half a sentence"]);
});

test.each(["the page is left", "it is no longer shown", "it changes"])(
  "what could not be written is written when %s",
  async (when) => {
    const inner = memoryStorage();
    let isDown = true;
    const { write, show, stored } = openPage({
      ...inner,
      async saveDraft(threadId, text) {
        if (isDown) throw new Error("down");
        await inner.saveDraft?.(threadId, text);
      },
    });
    const end = show();
    const passOn = async (next: string) => {
      if (when === "the page is left") leavePage();
      else if (when === "it is no longer shown") end();
      else write(next);
      await vi.advanceTimersByTimeAsync(1_000);
    };
    write("Half");
    await vi.advanceTimersByTimeAsync(60_000);
    isDown = false;
    await passOn("Half");
    await passOn("Half a");
    expect(await stored()).toBe(when === "it changes" ? "Half a" : "Half");
    if (when === "it is no longer shown") return;
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

test("what was sent and could not be removed is not given back, but removed", async () => {
  const inner = memoryStorage();
  let isDown = false;
  const { write, show, stored, text } = openPage({
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

test("what one page sends does not remove what is written in another", async () => {
  const storage = memoryStorage();
  const [here, there] = [openPage(storage), openPage(storage)];
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
  leavePage();
  await flush();
  expect(await here.stored()).toBe("A long one");
  there.write("");
  await flush();
  expect(await here.stored()).toBe("");
});

test("a text that comes when the draft has changed is left where it is", async () => {
  const storage = memoryStorage();
  await storage.saveDraft?.("t", "Old");
  const { write, show, text } = openPage(storage);
  show();
  write("New");
  write("");
  await flush();
  expect(text()).toBe("");
});

test.each<[string, Partial<ThreadStorage>]>([
  // As an application's own storage may do, whatever the types say.
  ["answers null", { loadDraft: async () => null as unknown as string }],
  ["answers nothing", { loadDraft: async () => undefined as unknown as string }],
  [
    "throws at once",
    {
      loadDraft: () => {
        throw new Error("denied");
      },
      saveDraft: () => {
        throw new Error("denied");
      },
    },
  ],
])("a storage that %s disturbs nobody", async (_what, broken) => {
  const { write, show, text } = openPage({ ...memoryStorage(), ...broken });
  const end = show();
  await flush();
  expect(text()).toBe("");
  write("Half");
  await vi.advanceTimersByTimeAsync(1_000);
  leavePage();
  end();
  write("");
  await flush();
  expect(text()).toBe("");
});
