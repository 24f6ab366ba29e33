import { describe } from "vitest";
import { describeSteering } from "../steeringSuite.ts";

describe("copilotkit", () =>
  describeSteering({
    server: "large/copilotkit",
    chat: "/api/agent/chat/run",
    interrupt: "/api/agent/interrupt/run",
    options: (url) => ({
      routes: {
        cancel: ({ threadId }) => ({ url: url.replace(/run$/, `stop/${threadId}`), body: {} }),
      },
    }),
  }));

describe("mastra", () =>
  describeSteering({
    server: "large/mastra",
    chat: "/chat",
    interrupt: "/interrupt",
    isStoppable: false,
  }));

describe.each(["/outcome", "/legacy"])("langgraph %s", (interrupt) =>
  describeSteering({ server: "large/langgraph", interrupt, hello: "You said: hello" }),
);
