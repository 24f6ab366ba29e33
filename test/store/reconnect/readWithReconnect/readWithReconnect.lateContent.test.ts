import { describe, expect, test } from "vitest";
import { finished, started, textChunk } from "../../../support/runEvents.ts";
import {
  type Cut,
  call,
  createTestThread,
  cuts,
  first,
  overHttp,
  overWebSocket,
  receiveWhole,
  start,
  succeeded,
  text,
  textCuts,
} from "./lateContent.ts";

describe.each([
  ["HTTP", overHttp],
  ["a WebSocket", overWebSocket],
])("over %s, a connection that is lost after RUN_FINISHED", (_, startServer) => {
  test.each(cuts)("is restored during %s", async (...cut) => {
    await using server = await startServer(cut, "reset");
    const thread = createTestThread(server.agent);
    expect((await thread.run()).outcome).toBe("success");
    expect(thread.getSnapshot().messages).toEqual(await receiveWhole(cut));
    expect(server.countConnections()).toBe(1);
  });

  test.each(textCuts)("fails the run during %s without a way to reconnect", async (...cut) => {
    await using server = await startServer(cut, "reset");
    const { connect: _, ...agent } = server.agent;
    const thread = createTestThread(agent);
    const { outcome, error } = await thread.run();
    expect([outcome, error?.code]).toEqual(["error", "network"]);
    const { run, messages } = thread.getSnapshot();
    expect([run.status, run.error?.code]).toEqual(["error", "network"]);
    expect(messages).toEqual(await receiveWhole(["", cut[1], []]));
  });

  test.each(cuts)("ends the run during %s when the server has closed it", async (...cut) => {
    await using server = await startServer(cut, "closed");
    const thread = createTestThread(server.agent);
    expect((await thread.run()).outcome).toBe("success");
    expect(thread.getSnapshot().messages).toEqual(await receiveWhole(["", cut[1], []]));
  });

  test.each<Cut>([
    ["without open content", [started, start, ...text, finished], []],
    ["with a text that was open before", [started, start, first, finished], []],
    ["during a late chunk, which has no end", [started, finished, textChunk("Four")], []],
    ["with a call and an outcome", [started, ...call, succeeded], []],
  ])("ends the run %s", async (...cut) => {
    await using server = await startServer(cut, "reset");
    const thread = createTestThread(server.agent);
    expect((await thread.run()).outcome).toBe("success");
    expect(thread.getSnapshot().run.error).toBeUndefined();
    expect(server.countConnections()).toBe(0);
  });
});
