import { afterEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { EventType } from "../../../src/protocol/events.ts";
import { checkConformance } from "../../../src/testing/conformance/checkConformance.ts";
import { refusedUrl } from "../../support/httpServer.ts";
import { answerAsArkavo, answerOnSocket, prompts, startSocketServer } from "./driftingServer.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const refusedSocket = async () => (await refusedUrl()).replace(/^http/, "ws");

test("a WebSocket server is checked like an HTTP server, with headers", async () => {
  vi.stubGlobal("WebSocket", WebSocket);
  await using server = await startSocketServer(answerOnSocket);
  const report = await checkConformance(`${server.url}/agent?key=secret`, {
    prompts,
    runs: ["question", "smallest-input", "stop", "prompts"],
    headers: { Authorization: "Bearer token" },
  });
  expect(report).toMatchObject({ agent: `${server.url}/agent`, findings: [], verdict: "conforms" });
  const notShown = Object.values(EventType).filter((type) => report.events[type] !== "met");
  expect(notShown).toEqual(["RUN_ERROR"]);
  // A WebSocket has no content type.
  const type = report.rules.find(({ rule }) => rule === "transport/content-type");
  expect(type?.status).toBe("never-shown");
  expect(server.headers).toHaveLength(report.runs.length);
  expect(new Set(server.headers.map(({ authorization }) => authorization))).toEqual(
    new Set(["Bearer token"]),
  );
});

test("a gateway with the dialect of Arkavo is checked in that dialect", async () => {
  vi.stubGlobal("WebSocket", WebSocket);
  await using server = await startSocketServer(answerAsArkavo);
  const report = await checkConformance(server.url, { dialect: "arkavo", runs: ["state"] });
  expect(report).toMatchObject({ dialect: "arkavo", isTranslated: true, findings: [] });
  expect(report.runs).toMatchObject([{ ending: "success" }]);
});

test("throws when no server listens", async () => {
  vi.stubGlobal("WebSocket", WebSocket);
  await expect(checkConformance(await refusedSocket())).rejects.toMatchObject({ code: "network" });
});

/** Behaves like the WebSocket of Node 20: a socket that cannot open emits `error` but never `close`. */
class NeverClosingWebSocket extends EventTarget {
  static readonly CONNECTING = 0;
  readonly CONNECTING = 0;
  readonly readyState = 0;
  onerror: ((event: Event) => void) | null = null;
  onclose: ((event: Event) => void) | null = null;

  constructor() {
    super();
    this.addEventListener("error", (event) => this.onerror?.(event));
    this.addEventListener("close", (event) => this.onclose?.(event));
    const failed = Object.assign(new Event("error"), { message: "refused" });
    queueMicrotask(() => this.dispatchEvent(failed));
  }

  close(): void {}
}

test("does not wait for a `close` event after an error", async () => {
  vi.stubGlobal("WebSocket", NeverClosingWebSocket);
  const checked = checkConformance("ws://localhost/agent");
  await expect(checked).rejects.toMatchObject({ code: "network" });
  await expect(checked).rejects.toThrow("cannot be reached (refused)");
});

test("throws an error with a solution when there is no WebSocket", async () => {
  vi.stubGlobal("WebSocket", undefined);
  const checked = checkConformance("ws://localhost/agent");
  await expect(checked).rejects.toMatchObject({ code: "missing-dependency" });
  await expect(checked).rejects.toThrow("Node has it from version 22 on");
});
