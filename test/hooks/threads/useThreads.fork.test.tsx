import { act, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { AgentKitError } from "../../../src/protocol/errors.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import type { ThreadStorage } from "../../../src/store/persistence/threadStorage.ts";
import { manualAgent } from "../../../src/testing/manualAgent.ts";
import { textRun } from "../../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { endRun, startRun } from "../toolChat.tsx";
import { emit } from "../wrap.tsx";
import { renderThreads, shownTexts } from "./renderThreads.tsx";

describe("a fork", () => {
  test("survives a reload without a message of its own, with state and agent", async () => {
    const storage = memoryStorage();
    const before = renderThreads({ storage });
    await before.sendMessage("One");
    act(() => before.now().thread.setState({ n: 1 }));
    let id = "";
    await act(async () => {
      id = await before.now().fork();
    });
    before.unmount();

    const { ...laterStorage } = storage;
    const after = renderThreads({ storage: laterStorage });
    await waitFor(() => expect(after.titles()).toEqual(["One", "One"]));
    await after.switchTo(id);
    await waitFor(() => expect(shownTexts(after)).toEqual(["One", "Answer"]));
    expect(after.now().thread.getSnapshot().visibleState).toEqual({ n: 1 });
    await after.sendMessage("Two");
    expect(shownTexts(after)).toEqual(["One", "Answer", "Two", "Answer"]);
    expect(after.now().threads.find(({ threadId }) => threadId === id)?.agentId).toBe("default");
  });

  test("waits for the stored original, and uses the options of the provider", async () => {
    const storage = memoryStorage();
    const before = renderThreads({ storage, persistKey: "test.fork" });
    await before.sendMessage("One");
    await waitFor(() => expect(before.now().thread.isStored()).toBe(true));
    before.unmount();
    const { ...laterStorage } = storage;
    const agent = scriptedAgent(textRun("More"));
    const after = renderThreads({
      agent,
      storage: laterStorage,
      persistKey: "test.fork",
      context: [{ description: "place", value: "here" }],
    });
    expect(shownTexts(after)).toEqual([]);
    await act(async () => void (await after.now().fork()));
    expect(shownTexts(after)).toEqual(["One", "Answer"]);
    await after.sendMessage("Two");
    expect(agent.inputs[0]?.context).toEqual([{ description: "place", value: "here" }]);
  });

  test("is idle when made from a running thread, which continues", async () => {
    const agent = manualAgent();
    const app = renderThreads({ agent });
    const first = app.now().currentId;
    await act(async () => void app.now().thread.send("Slow"));
    await startRun(agent);
    await emit(agent, { type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "Do" });
    await act(async () => void (await app.now().fork()));
    expect(shownTexts(app)).toEqual(["Slow", "Do"]);
    expect(app.now().thread.getSnapshot().run.status).toBe("idle");
    expect(app.now().threads).toMatchObject([{ isRunning: false }, { isRunning: true }]);
    await emit(agent, { type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "ne" });
    await endRun(agent);
    expect(shownTexts(app)).toEqual(["Slow", "Do"]);
    await app.switchTo(first);
    expect(shownTexts(app)).toEqual(["Slow", "Done"]);
  });

  test("rejects when it cannot be stored, and exists in this tab nevertheless", async () => {
    const working = memoryStorage();
    let isFull = false;
    const storage: ThreadStorage = {
      ...working,
      saveSnapshot: (...args) =>
        isFull
          ? Promise.reject(new AgentKitError("storage", "Full"))
          : working.saveSnapshot(...args),
    };
    const app = renderThreads({ storage });
    await app.sendMessage("One");
    const first = app.now().currentId;
    isFull = true;
    await act(() => expect(app.now().fork()).rejects.toMatchObject({ code: "storage" }));
    expect(app.now().currentId).not.toBe(first);
    await waitFor(() => expect(shownTexts(app)).toEqual(["One", "Answer"]));
    await waitFor(() => expect(app.titles()).toEqual(["One", "One"]));
    expect(await working.list()).toHaveLength(1);
  });
});
