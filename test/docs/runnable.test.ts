// @vitest-environment node
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createThread } from "../../src/store/thread/createThread.ts";
import { httpAgent } from "../../src/transport/http/httpAgent.ts";
import { blocksOf, documentPaths, examplesIn, section } from "./documents.ts";
import { runExample } from "./runExample.ts";

const examples = documentPaths.flatMap(examplesIn).filter(({ isRunnable }) => isRunnable);
const serverExample = blocksOf(section("README.md", "## Quick start"), "README.md").find(
  ({ isRunnable }) => isRunnable,
);

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe("runnable examples", () => {
  const others = examples.filter(({ code }) => code !== serverExample?.code);

  it.each(others)("$title runs", async ({ code }) => {
    vi.spyOn(console, "log").mockImplementation(() => {});
    await runExample(code);
  });

  it("fail the check when they throw", async () => {
    await expect(runExample("await Promise.reject(new Error('broken'));")).rejects.toThrow(
      "broken",
    );
  });
});

describe("the server of the quick start", () => {
  it("answers a thread of httpAgent", async () => {
    vi.stubEnv("PORT", "0");
    const { server } = (await runExample(serverExample?.code ?? "")) as { server: Server }; // its export
    try {
      if (!server.listening) await once(server, "listening");
      const { port } = server.address() as AddressInfo; // a TCP server has no path
      const agent = httpAgent({ url: `http://localhost:${port}/agent` });
      const thread = createThread({ agent, strict: true });
      expect(await thread.send("Where is my order?")).toMatchObject({ outcome: "success" });
      expect(await thread.send("Thank you")).toMatchObject({ outcome: "success" });
      expect(thread.getSnapshot().messages.map(({ role, content }) => [role, content])).toEqual([
        ["user", "Where is my order?"],
        ["assistant", "You wrote: Where is my order?"],
        ["user", "Thank you"],
        ["assistant", "You wrote: Thank you"],
      ]);
      expect(thread.getSnapshot().issues).toEqual([]);
    } finally {
      server.close();
    }
  });
});
