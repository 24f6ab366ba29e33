import { describe } from "vitest";
import { describeSteering } from "../../servers/steeringSuite.ts";

describe("strands", () =>
  describeSteering({
    server: "strands",
    chat: "/chat",
    interrupt: "/interrupt",
    tool: "call and result",
  }));
