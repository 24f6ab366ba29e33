import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createThread, httpAgent, type Thread } from "../../../src/core.ts";
import { type RunningServer, type ServerName, startServer } from "../../servers/startServer.ts";

const servers: Partial<Record<ServerName, RunningServer>> = {};

beforeAll(async () => {
  for (const name of ["strands", "tanstack"] as const) servers[name] = await startServer(name);
});

afterAll(async () => {
  for (const server of Object.values(servers)) await server.stop();
});

type Wire = "strands in SSE" | "strands in protobuf" | "tanstack in SSE";

const protobuf = {
  accept: "application/vnd.ag-ui.event+proto",
  protobuf: () => import("@ag-ui/proto"),
};

function threadOn(wire: Wire, path: string): Thread {
  const url = `${servers[wire.startsWith("strands") ? "strands" : "tanstack"]?.url}${path}`;
  const agent = httpAgent({ url, ...(wire.endsWith("protobuf") && protobuf) });
  return createThread({ agent });
}

/** Returns the messages as `role: text`, with the names of calls and the contents of results. */
const transcript = (thread: Thread) =>
  thread.getSnapshot().messages.flatMap((message) => {
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    const text = `${calls.map(({ function: { name } }) => `[${name}]`).join("")}${message.content ?? ""}`;
    return message.role === "reasoning" || text === "" ? [] : `${message.role}: ${text}`;
  });

/** Resolves with the thread when the run that an answer has started has ended. */
async function settled(thread: Thread, answer: Promise<unknown>): Promise<Thread> {
  const over = new Promise((resolve) => {
    const stop = thread.subscribe({
      onRunEnd: (result) => {
        stop();
        resolve(result);
      },
    });
  });
  expect(await answer).toEqual([]);
  await over;
  return thread;
}

async function expectValidHistory(thread: Thread): Promise<void> {
  await thread.send("is the history valid?");
  expect(transcript(thread).at(-1)).toBe("assistant: The history is valid.");
}

const string = { type: "string" } as const;

/** Registers two frontend tools, and returns the arguments that their handlers receive. */
function paint(thread: Thread): unknown[] {
  const seen: unknown[] = [];
  thread.registerTool({
    name: "change_background",
    description: "Changes the background of the page",
    parameters: { type: "object", properties: { background: string }, required: ["background"] },
    handler: ({ background }) => {
      seen.push(background);
      return { done: true };
    },
  });
  thread.registerTool({
    name: "set_font_size",
    parameters: { type: "object", properties: { size: { type: "number" } }, required: ["size"] },
    handler: ({ size }) => {
      seen.push(size);
      return "Set.";
    },
  });
  return seen;
}

const blue = "linear-gradient(90deg, #00f, #08f)";

describe.each<Wire>(["strands in SSE", "strands in protobuf", "tanstack in SSE"])(
  "the server %s",
  (wire) => {
    const parallel = wire === "tanstack in SSE" ? "/frontend-tool" : "/frontend-tool-parallel";

    it("runs a frontend tool and continues with its result", async () => {
      const thread = threadOn(wire, "/frontend-tool");
      const seen = paint(thread);
      const { outcome, newMessages } = await thread.send("make the background blue");
      expect(outcome).toBe("success");
      expect(seen).toEqual([blue]);
      expect(transcript(thread)).toEqual([
        "user: make the background blue",
        "assistant: [change_background]",
        'tool: {"done":true}',
        "assistant: Done! The background is blue now.",
      ]);
      expect(newMessages.map(({ role }) => role)).toEqual(["assistant", "tool", "assistant"]);
      await expectValidHistory(thread);
    });

    it("runs two tools of one turn and sends both results", async () => {
      const thread = threadOn(wire, parallel);
      const seen = paint(thread);
      await thread.send("make it blue and big");
      expect([...seen].sort()).toEqual([24, blue]);
      expect(transcript(thread).at(-1)).toBe("assistant: Done! It is blue and big now.");
      await expectValidHistory(thread);
    });

    it("runs two consecutive tools once each", async () => {
      const thread = threadOn(wire, "/frontend-tool");
      const seen = paint(thread);
      await thread.send("make it blue, then big");
      expect(seen).toEqual([blue, 24]);
      expect(transcript(thread).at(-1)).toBe("assistant: Done! First it got blue, then big.");
      await expectValidHistory(thread);
    });

    it("sends invalid arguments back to the agent as an error", async () => {
      const thread = threadOn(wire, "/frontend-tool");
      const seen = paint(thread);
      await thread.send("make the background broken");
      expect(seen).toEqual([]);
      expect(transcript(thread).at(-1)).toBe("assistant: Sorry, I could not change it.");
      await expectValidHistory(thread);
    });
  },
);

describe("an approval of a tanstack server", () => {
  async function asked(text: string): Promise<Thread> {
    const thread = threadOn("tanstack in SSE", "/interrupt");
    expect((await thread.send(text)).outcome).toBe("interrupt");
    return thread;
  }
  const resolved = (interruptId: string, payload: unknown) =>
    ({ interruptId, status: "resolved", payload }) as const;

  it.each([
    ["approved", { approved: true }, "Deleted /dat/a."],
    [
      "approved with other arguments",
      { approved: true, editedArgs: { path: "/dat/c" } },
      "Deleted /dat/c.",
    ],
    ["denied", { approved: false }, "Kept /dat/a."],
  ])("continues when it is %s", async (_, payload, answer) => {
    const thread = await asked("delete the draft");
    await settled(thread, thread.resume([resolved("approval_call_del_1", payload)]));
    expect(transcript(thread).at(-1)).toBe(`assistant: ${answer}`);
    expect(thread.getSnapshot().answeredInterrupts).toMatchObject([{ answer: { payload } }]);
    await expectValidHistory(thread);
  });

  it("continues when it is cancelled", async () => {
    const thread = await asked("delete the draft");
    const entry = { interruptId: "approval_call_del_1", status: "cancelled" } as const;
    await settled(thread, thread.resume([entry]));
    expect(transcript(thread).at(-1)).toBe("assistant: Kept /dat/a.");
    await expectValidHistory(thread);
  });

  it("collects the answers to two approvals and sends them together", async () => {
    const thread = await asked("delete both drafts");
    expect(await thread.resume([resolved("approval_call_del_b_1", { approved: false })])).toEqual(
      [],
    );
    expect(thread.getSnapshot().run.status).toBe("waiting");
    await settled(thread, thread.resume([resolved("approval_call_del_a_1", { approved: true })]));
    expect(transcript(thread).at(-1)).toBe("assistant: Deleted /dat/a. Kept /dat/b.");
    await expectValidHistory(thread);
  });

  it("rejects an answer that does not match its schema", async () => {
    const thread = await asked("delete the draft");
    const wrong = { approved: true, editedArgs: { path: 5 } };
    expect(await thread.resume([resolved("approval_call_del_1", wrong)])).toMatchObject([
      { interruptId: "approval_call_del_1", path: ["editedArgs", "path"] },
    ]);
    expect(thread.getSnapshot().run.status).toBe("waiting");
  });

  it("is cancelled when a new message is sent", async () => {
    const thread = await asked("delete the draft");
    await thread.send("hello");
    expect(transcript(thread)).toContain("assistant: Hello! How can I help you today?");
    expect(thread.getSnapshot().interrupts).toEqual([]);
    await expectValidHistory(thread);
  });
});

describe("a question of a tanstack application", () => {
  const answer = { status: "resolved", payload: { time: "9:00" } } as const;
  const cancelled = { status: "cancelled" } as const;

  /** Returns an interrupted thread; the first number in the text is the expiry in milliseconds. */
  async function asked(text: string) {
    const thread = threadOn("tanstack in SSE", "/interrupt-expiring");
    expect((await thread.send(text)).outcome).toBe("interrupt");
    const { id: interruptId = "", expiresAt = "" } = thread.getSnapshot().interrupts[0] ?? {};
    expect(expiresAt).not.toBe("");
    return { thread, interruptId, expiresAt: Date.parse(expiresAt) };
  }

  it.each([
    ["answered", answer],
    ["cancelled", cancelled],
  ])("continues when it is %s in time", async (_, given) => {
    const { thread, interruptId } = await asked("in 60000");
    await settled(thread, thread.resume([{ interruptId, ...given }]));
    expect(transcript(thread).at(-1)).toBe("assistant: You said: in 60000");
    expect(thread.getSnapshot().interrupts).toEqual([]);
  });

  it("rejects an answer after its expiry, and is asked again when cancelled", async () => {
    const { thread, interruptId, expiresAt } = await asked("in 1");
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(expiresAt));
    expect(await thread.resume([{ interruptId, ...answer }])).toMatchObject([
      { interruptId, message: expect.stringMatching("expired") },
    ]);
    expect(transcript(thread)).toEqual(["user: in 1"]);
    await settled(thread, thread.resume([{ interruptId, ...cancelled }]));
    expect(thread.getSnapshot()).toMatchObject({
      run: { outcome: "interrupt" },
      answeredInterrupts: [{ id: interruptId, answer: cancelled }],
    });
    expect(thread.getSnapshot().interrupts).toHaveLength(1);
    expect(thread.getSnapshot().interrupts[0]?.id).not.toBe(interruptId);
  });

  it("is cancelled when a new message is sent after its expiry", async () => {
    const { thread, expiresAt } = await asked("in 1");
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(expiresAt));
    expect((await thread.send("hello")).outcome).toBe("success");
    expect(transcript(thread).at(-1)).toBe("assistant: Hello! How can I help you today?");
    expect(thread.getSnapshot()).toMatchObject({
      interrupts: [],
      answeredInterrupts: [{ answer: cancelled }],
    });
  });
});

describe.each<Wire>(["strands in SSE", "strands in protobuf"])("an approval of %s", (wire) => {
  it.each([
    ["approved", { status: "resolved", payload: { approved: true } }, "Deleted /dat/a."],
    ["denied", { status: "resolved", payload: { approved: false } }, "Kept /dat/a."],
    ["cancelled", { status: "cancelled" }, "Kept /dat/a."],
  ] as const)("continues when it is %s", async (_, answer, last) => {
    const thread = threadOn(wire, "/interrupt");
    await thread.send("delete the draft");
    const [interrupt] = thread.getSnapshot().interrupts;
    await settled(thread, thread.resume([{ interruptId: interrupt?.id ?? "", ...answer }]));
    expect(transcript(thread).at(-1)).toBe(`assistant: ${last}`);
    await expectValidHistory(thread);
  });

  it("continues with the answers to two approvals", async () => {
    const thread = threadOn(wire, "/interrupt-parallel");
    await thread.send("delete both drafts");
    const [a, b] = thread.getSnapshot().interrupts;
    const answer = (interruptId = "", approved = true) =>
      thread.resume([{ interruptId, status: "resolved", payload: { approved } }]);
    expect(await answer(b?.id, false)).toEqual([]);
    await settled(thread, answer(a?.id));
    expect(transcript(thread).at(-1)).toBe("assistant: Deleted /dat/a. Kept /dat/b.");
    await expectValidHistory(thread);
  });
});
