import { describe, expect, test } from "vitest";
import { memoryStorage, type ThreadStorage } from "../../../src/core.ts";
import { runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import { issueCodes, shownContents } from "../../support/threadViews.ts";
import { provideWebLocks } from "../../support/webLocks.ts";
import { answerScript, isRestored, isStored, openStoredThread } from "./storedThread.ts";

provideWebLocks();

describe("a damaged storage", () => {
  /** Creates a storage that returns the stored thread with a damage. */
  const createDamagedStorage = (
    inner: ThreadStorage,
    change: (text: string) => string,
  ): ThreadStorage => ({
    ...inner,
    async load(id) {
      const stored = await inner.load(id);
      // The result has the stored type except for the damage, which the test is about.
      return stored && (JSON.parse(change(JSON.stringify(stored))) as typeof stored);
    },
  });

  async function createLongThread(): Promise<ThreadStorage> {
    const inner = memoryStorage();
    const thing = { type: "CUSTOM" as const, name: "vendor.thing", value: 1 };
    const runs = Array.from({ length: 10 }, () => [runStarted(), thing, ...answerScript("A")]);
    const thread = openStoredThread(inner, { agent: scriptedAgent(...runs) });
    for (let n = 0; n < 10; n++) await thread.send(`Q${n}`);
    await isStored(thread);
    expect((await inner.load("t1"))?.latest).toBeDefined();
    thread.dispose();
    return inner;
  }
  const all = Array.from({ length: 10 }, (_, n) => [`Q${n}`, "A"]).flat();

  test("loses only the damaged entry when the log is read from its beginning", async () => {
    const storage = createDamagedStorage(await createLongThread(), (text) =>
      text
        .replace('"name":"vendor.thing"', '"nome":"vendor.thing"')
        .replace('"latest":{"at"', '"latest":{"at_"'),
    );
    const thread = openStoredThread(storage, { agent: scriptedAgent(textRun("B")) });
    await isRestored(thread);
    expect(shownContents(thread)).toEqual(all);
    expect(thread.getSnapshot().issues).toMatchObject([{ code: "partly-stored", subject: "1" }]);
    await thread.regenerate();
    expect(shownContents(thread)).toEqual([...all.slice(0, -1), "B"]);
  });

  test.each([
    ["messages", null],
    ["messages", [null]],
    ["messages", undefined],
    ["run", null],
    ["tracking", {}],
    ["issues", 7],
    ["interrupts", [5]],
  ])("restores the thread from its log when the %s of the snapshot are %j", async (key, value) => {
    const inner = await createLongThread();
    const storage: ThreadStorage = {
      ...inner,
      async load(id) {
        const stored = await inner.load(id);
        if (!stored?.latest)
          throw new Error("The storage has no `latest` snapshot to damage. Store more runs.");
        const snapshot = { ...stored.latest.snapshot, [key]: value };
        return { ...stored, latest: { ...stored.latest, snapshot } };
      },
    };
    const thread = openStoredThread(storage, { agent: scriptedAgent(textRun("B")) });
    await isRestored(thread);
    expect(shownContents(thread)).toEqual(all);
    expect(issueCodes(thread)).toEqual([]);
    expect((await thread.send("R")).outcome).toBe("success");
    thread.dispose();
  });

  test("keeps the readable initial messages when an initial message is damaged", async () => {
    const inner = memoryStorage();
    const initialMessages = [
      { id: "w1", role: "assistant" as const, content: "Welcome" },
      { id: "w2", role: "assistant" as const, content: "back" },
    ];
    const first = openStoredThread(inner, { agent: scriptedAgent(textRun("A")), initialMessages });
    await first.send("Q");
    await isStored(first);
    const storage = createDamagedStorage(inner, (text) =>
      text.replace('"content":"back"', '"content":[7]'),
    );
    const thread = openStoredThread(storage, { agent: scriptedAgent(textRun("B")) });
    await isRestored(thread);
    expect(shownContents(thread)).toEqual(["Welcome", "Q", "A"]);
    expect(issueCodes(thread)).toEqual(["partly-stored"]);
    expect((await thread.send("R")).outcome).toBe("success");
  });
});
