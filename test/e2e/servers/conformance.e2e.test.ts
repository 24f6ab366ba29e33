import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tanstack } from "../../../src/dialects.ts";
import {
  type ConformanceOptions,
  type ConformanceReport,
  checkConformance,
} from "../../../src/testing.ts";
import { type RunningServer, type ServerName, startServer } from "../../servers/startServer.ts";
import { refusedUrl, serveBytes } from "../../support/httpServer.ts";
import {
  answerAsArkavo,
  answerOnSocket,
  startDriftingServer,
  startSocketServer,
} from "../../testing/conformance/driftingServer.ts";
import { type BuiltCommand, buildCommand } from "../support/builtCommand.ts";

const servers: Partial<Record<ServerName, RunningServer>> = {};
let command: BuiltCommand;

beforeAll(async () => {
  for (const name of ["strands", "tanstack"] as const) servers[name] = await startServer(name);
  command = await buildCommand();
});

afterAll(async () => {
  for (const server of Object.values(servers)) await server.stop();
  command?.[Symbol.dispose]();
});

const urlOf = (name: ServerName, path: string) => `${servers[name]?.url}${path}`;

function check(name: ServerName, path: string, options?: ConformanceOptions) {
  return checkConformance(urlOf(name, path), options);
}

/** Returns the findings, except for those that both servers share because they predate 1.0. */
function found({ findings }: ConformanceReport): readonly string[] {
  const shared = ["lifecycle/protocol-version", "transport/accepts-minimal-input"];
  const rules = findings.map(({ severity, rule }) => `${severity} ${rule}`);
  return [...new Set(rules)].filter((rule) => !shared.some((name) => rule.endsWith(name)));
}

const shown = ({ events }: ConformanceReport) =>
  Object.entries(events).flatMap(([type, status]) => (status === "never-shown" ? [] : type));

/** Findings that are caused by TanStack's dialect and its own run ids. */
const accent = ["warning lifecycle/ids-match-the-request", "info shape/dialect"];

describe("the conformance check of a real server", () => {
  it.each([
    ["strands", "/chat", []],
    ["tanstack", "/chat", accent],
    ["tanstack", "/chat-ndjson", ["warning transport/content-type", ...accent]],
  ] as const)("checks %s %s: success, stop, success", async (name, path, expected) => {
    const report = await check(name, path);
    expect(new Set(found(report))).toEqual(new Set(expected));
    expect(report.verdict).toBe("deviates");
    expect(report.dialect).toBe(name === "tanstack" ? "tanstack" : undefined);
    // Both servers require fields that are optional in the protocol.
    expect(report.findings.map(({ rule }) => rule)).toContain("transport/accepts-minimal-input");
    const ends = report.runs.map(({ ending }) => ending);
    expect(ends.filter((ending) => ending === "stopped")).toHaveLength(1);
    expect(ends.at(-1)).toBe("success");
  });

  it("finds nothing in a backend tool call of strands", async () => {
    const prompts = ["weather in Paris?"];
    const report = await check("strands", "/backend-tool", { prompts, runs: ["prompts"] });
    expect(found(report)).toEqual([]);
    expect(shown(report)).toEqual(
      expect.arrayContaining(["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_RESULT"]),
    );
    expect(report.roles).toMatchObject({ user: "met", assistant: "met", tool: "met" });
  });

  it("finds events of tanstack after RUN_FINISHED", async () => {
    const prompts = ["weather in Paris?"];
    const report = await check("tanstack", "/backend-tool", { prompts, runs: ["prompts"] });
    expect(report.verdict).toBe("breaks");
    expect(new Set(found(report))).toEqual(
      new Set([
        "error lifecycle/nothing-after-the-end",
        "warning lifecycle/stable-ids",
        "warning tools/unique-ids",
        ...accent,
      ]),
    );
    const late = report.findings.find(({ severity }) => severity === "error");
    expect(late?.message).toContain("After RUN_FINISHED came TOOL_CALL_RESULT");
    expect(late?.excerpt).toContain("call_weather_1");
  });

  it("finds nothing in reasoning of strands", async () => {
    const prompts = ["think: 6 times 7"];
    const report = await check("strands", "/reasoning", { prompts, runs: ["prompts"] });
    expect(found(report)).toEqual([]);
    expect(report.events.REASONING_MESSAGE_CONTENT).toBe("met");
    expect(report.roles.reasoning).toBe("met");
  });

  it("finds nothing in a frontend tool call of strands", async () => {
    const tools = [{ name: "change_background", description: "Changes it", parameters: {} }];
    const report = await check("strands", "/frontend-tool", {
      prompts: [{ text: "make the background blue", tools, toolResult: '{"done":true}' }],
      runs: ["prompts"],
    });
    expect(report.runs.map(({ name, ending }) => `${name}: ${ending}`)).toEqual([
      "prompt 1: success",
      "prompt 1: tool result: success",
    ]);
    expect(found(report)).toEqual([]);
  });

  it("finds nothing in an interrupt of strands and its answer", async () => {
    const report = await check("strands", "/interrupt", {
      prompts: [{ text: "delete the draft", answer: { approved: true } }],
      runs: ["prompts"],
    });
    expect(report.runs.map(({ ending }) => ending)).toEqual(["interrupt", "success"]);
    expect(found(report)).toEqual([]);
    const met = (name: string) => report.rules.find(({ rule }) => rule === name)?.status;
    expect(met("interrupts/answer-is-accepted")).toBe("met");
    expect(met("interrupts/answered-is-closed")).toBe("met");
  });

  it("finds that tanstack accepts the answer to an interrupt in its dialect only", async () => {
    const options = { prompts: ["delete the draft"], runs: ["prompts"] } as const;
    const plain = await check("tanstack", "/interrupt", options);
    expect(found(plain)).toContain("warning interrupts/answer-is-accepted");
    const finding = plain.findings.find(({ rule }) => rule === "interrupts/answer-is-accepted");
    expect(finding?.message).toContain("requires parentRunId");

    const own = await check("tanstack", "/interrupt", { ...options, dialect: tanstack() });
    expect(own.runs.map(({ ending }) => ending)).toEqual(["interrupt", "success"]);
    expect(found(own)).not.toContain("warning interrupts/answer-is-accepted");
  });
});

describe("agui-kit check", { timeout: 60_000 }, () => {
  it("can be run by a shell", () => {
    expect(readFileSync(command.path, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it("prints its findings without colors outside of a terminal, and exits with 0", async () => {
    const { code, stdout, stderr } = await command.run("check", urlOf("strands", "/chat"));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`${urlOf("strands", "/chat")} deviates from AG-UI 1.0`);
    expect(stdout).toMatch(/^ {2}second turn +success/m);
    expect(stdout).not.toContain("\u001b");
  });

  it("exits with 1 for a warning in strict mode", async () => {
    const { code } = await command.run("check", urlOf("strands", "/chat"), "--strict");
    expect(code).toBe(1);
  });

  it("exits with 1 for a broken rule, and prints JSON", async () => {
    const url = urlOf("tanstack", "/backend-tool");
    const { code, stdout, stderr } = await command.run(
      ...["check", url, "--json", "--prompt", "weather in Paris?", "--prompt", "hello"],
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    // The command prints the same report that the function returns.
    const report = JSON.parse(stdout) as ConformanceReport;
    expect(report.verdict).toBe("breaks");
    expect(report.runs.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["prompt 1", "prompt 2"]),
    );
    expect(found(report)).toContain("error lifecycle/nothing-after-the-end");
  });

  it("reports the deviations of a drifting server, and sends the headers", async () => {
    await using server = await startDriftingServer({
      frames: (frames) => frames.filter(({ type }) => type !== "RUN_FINISHED"),
    });
    const header = "Authorization: Bearer a:b";
    const { code, stdout } = await command.run("check", server.url, "--header", header);
    expect(code).toBe(1);
    expect(stdout).toContain("error lifecycle/terminal-event");
    expect(server.requests[0]?.headers.authorization).toBe("Bearer a:b");
  });

  it("exits with 0 for a conforming agent in strict mode", async () => {
    await using server = await startDriftingServer();
    const { code, stdout } = await command.run("check", server.url, "--strict");
    expect(stdout).toContain("conforms to AG-UI 1.0");
    expect(code).toBe(0);
  });

  it("checks a WebSocket with and without Node's own, and sends the headers", async () => {
    await using server = await startSocketServer(answerOnSocket);
    const header = ["--header", "Authorization: Bearer a:b"];
    const { code, stdout, stderr } = await command.run("check", server.url, "--strict", ...header);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`${server.url} conforms to AG-UI 1.0`);
    expect(server.headers[0]?.authorization).toBe("Bearer a:b");
  });

  it("reads a WebSocket in a dialect", async () => {
    await using server = await startSocketServer(answerAsArkavo);
    const { code, stdout } = await command.run("check", server.url, "--dialect", "arkavo");
    expect(code).toBe(0);
    expect(stdout).toContain('The responses were translated from the dialect "arkavo".');
  });

  it("reports the dialect of a server, and detects it on request", async () => {
    const url = urlOf("tanstack", "/interrupt");
    const prompt = ["--prompt", "delete the draft"];
    const plain = await command.run("check", url, ...prompt);
    expect(plain.stdout).toContain(`deviates from AG-UI 1.0`);
    expect(plain.stdout).toContain("--dialect tanstack");
    const auto = await command.run("check", url, ...prompt, "--dialect", "auto", "--strict");
    expect(auto.code).toBe(0);
    expect(auto.stderr).toBe(
      'The dialect "tanstack" was detected, and the agent was checked in that dialect.\n',
    );
    expect(auto.stdout).toContain(`${url} conforms to AG-UI 1.0`);
    expect(auto.stdout).toMatch(/^ {2}prompt 1: resume +success/m);
  });

  it.each([
    ["hector", "dialects/hector/agui-seed-doc.sse", "success", "conforms"],
    ["hector", "dialects/hector/agui-v1.sse", "success", "deviates"],
    ["hector", "dialects/hector/a2a-v2.sse", "success", "deviates"],
    ["hector", "dialects/hector/task-error.sse", "error", "deviates"],
    ["awaken", "recordings/awaken-derived/tool-run.sse", "success", "deviates"],
    ["awaken", "dialects/awaken/approval.sse", "interrupt", "deviates"],
    ["arkavo", "dialects/arkavo/chat.ndjson", "success", "deviates"],
  ])("finds no broken rule in the dialect %s with %s", async (dialect, file, ending, verdict) => {
    const bytes = readFileSync(new URL(`../../fixtures/${file}`, import.meta.url));
    const contentType = file.endsWith(".sse") ? "text/event-stream" : "application/x-ndjson";
    await using server = await serveBytes(bytes, { contentType });
    const args = ["check", server.url, "--dialect", dialect, "--json"];
    const { code, stdout, stderr } = await command.run(...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const report = JSON.parse(stdout) as ConformanceReport;
    // The agent repeats its messages in every run under ids of its own, the only deviation.
    expect(report).toMatchObject({ dialect, isTranslated: true, verdict });
    expect(report.findings.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(report.runs[0]?.ending).toBe(ending);
  });

  it("reports that it detected no dialect", async () => {
    await using server = await startDriftingServer();
    const { code, stderr } = await command.run("check", server.url, "--dialect", "auto");
    expect(code).toBe(0);
    expect(stderr).toContain("No dialect was detected");
  });

  it.each([
    ["nothing", []],
    ["an unknown command", ["chek", "http://a/"]],
    ["an unknown dialect", ["check", "http://a/", "--dialect", "klingon"]],
    ["a header that cannot be one", ["check", "http://a/", "--header", "my key: 1"]],
    ["no address", ["check"]],
    ["two addresses", ["check", "http://a/", "http://b/"]],
    ["an address that is none", ["check", "nowhere"]],
    ["an unknown option", ["check", "http://a/", "--loud"]],
    ["a header without a value", ["check", "http://a/", "--header", "Authorization"]],
    ["a time that is none", ["check", "http://a/", "--timeout", "soon"]],
  ])("exits with 2 for %s, and prints the reason", async (_, args) => {
    const { code, stdout, stderr } = await command.run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.trim()).not.toBe("");
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it("exits with 2 for a refused connection, and for a server of another protocol", async () => {
    const refused = await command.run("check", await refusedUrl());
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("cannot be reached");
    const socket = await command.run("check", (await refusedUrl()).replace(/^http/, "ws"));
    expect(socket.code).toBe(2);
    expect(socket.stderr).toContain("cannot be reached");
    await using page = await serveBytes("<title>My app", { contentType: "text/html" });
    const app = await command.run("check", page.url);
    expect(app.code).toBe(2);
    expect(app.stderr).toContain("text/html instead of AG-UI events: My app");
    const missing = await command.run("check", urlOf("strands", "/nowhere"));
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain("404");
  });

  it("prints its usage", async () => {
    const { code, stdout } = await command.run("--help");
    expect(code).toBe(0);
    const options = ["--prompt", "--header", "--dialect", "--timeout", "--json", "--strict"];
    for (const option of options) expect(stdout).toContain(option);
  });

  it("prints its version", async () => {
    const manifest = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
    const { code, stdout } = await command.run("--version");
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${JSON.parse(manifest).version}\n` });
  });
});
