import { describe, expect, test, vi } from "vitest";
import { createThread, type Thread } from "../../../src/core.ts";
import {
  manualAgent,
  runFinished,
  runStarted,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";

describe("onSend", () => {
  /** Records the `onSend` calls of a thread as texts. */
  function sendings(thread: Thread) {
    const calls: string[] = [];
    thread.subscribe({
      onSend({ message, wasQueued }) {
        expect(thread.getSnapshot().messages.at(-1)).toBe(message);
        expect(thread.getSnapshot().run.status).toBe("submitted");
        calls.push(`${message.content}${wasQueued ? ", later" : ""}`);
      },
    });
    return calls;
  }
  const answers = () => scriptedAgent(...Array.from({ length: 9 }, () => textRun("Hi")));

  test("onSend is called for each message sent in this tab, also a repeated text, an edit and a regeneration", async () => {
    const thread = createThread({ agent: answers() });
    const calls = sendings(thread);
    await thread.send("Hello");
    await thread.send("Hello");
    expect(calls).toEqual(["Hello", "Hello"]);
    await thread.regenerate();
    const [first] = thread.getSnapshot().messages;
    await thread.edit(first?.id ?? "", "Good day");
    expect(calls.slice(2)).toEqual(["Hello", "Good day"]);
  });

  test("onSend is called for a queued message when it is sent, by itself or by the user", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent, whenBusy: "queue" });
    const calls = sendings(thread);
    void thread.send("first");
    await agent.started();
    void thread.send("second");
    void thread.send("third");
    await vi.waitFor(() => expect(thread.getSnapshot().queue).toHaveLength(2));
    expect(calls).toEqual(["first"]);
    const { threadId, runId } = await agent.started();
    await agent.emit({ type: "RUN_STARTED", threadId, runId });
    await agent.emit({ type: "RUN_FINISHED", threadId, runId });
    await agent.finish();
    await vi.waitFor(() => expect(calls).toEqual(["first", "second, later"]));
    await thread.sendQueued(thread.getSnapshot().queue[0]?.id ?? "");
    expect(calls).toEqual(["first", "second, later", "third"]);
    thread.stop();
  });

  test("onSend is not called for a user message of the server or an automatic run", async () => {
    const agent = scriptedAgent(
      [
        runStarted(),
        { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "look", delta: "{}" },
        runFinished(),
      ],
      [
        runStarted(),
        {
          type: "MESSAGES_SNAPSHOT",
          messages: [{ id: "elsewhere", role: "user", content: "Hello" }],
        },
        runFinished(),
      ],
    );
    const thread = createThread({ agent });
    thread.registerTool({ name: "look", description: "Looks", parameters: {}, handler: () => 1 });
    const calls = sendings(thread);
    await thread.send("Hello");
    expect(thread.getSnapshot().messages.at(-1)?.id).toBe("elsewhere");
    expect(agent.inputs).toHaveLength(2);
    expect(calls).toEqual(["Hello"]);
  });
});
