import type { ComponentType } from "react";
import { expectTypeOf } from "vitest";
import type { ChatProps } from "../../src/components/chat/Chat.tsx";
import type { ChatComponents } from "../../src/components/settings/chatComponents.ts";
import { useSteps } from "../../src/hooks/subagents/useSteps.ts";
import { useSubagent, useSubagents } from "../../src/hooks/subagents/useSubagents.ts";
import type { StepInfo } from "../../src/reducer/snapshot.ts";
import type { SubagentNode } from "../../src/selectors/subagentTree.ts";

// The compiler checks this function, which is never called.
export function useTypes() {
  expectTypeOf(useSteps()).toEqualTypeOf<readonly StepInfo[]>();
  useSteps({ agentId: "other" });
  // @ts-expect-error A named option holds the agent.
  useSteps("other");

  expectTypeOf(useSubagents()).toEqualTypeOf<readonly SubagentNode[]>();
  expectTypeOf(useSubagent("s1", { threadId: "t" })).toEqualTypeOf<SubagentNode | undefined>();
  expectTypeOf<SubagentNode["status"]>().toEqualTypeOf<
    "running" | "finished" | "suspended" | "failed"
  >();
  expectTypeOf<SubagentNode["children"]>().toEqualTypeOf<readonly SubagentNode[]>();
  // @ts-expect-error The id of the sub-agent is required.
  useSubagent();

  expectTypeOf<ChatProps["reasoning"]>().toEqualTypeOf<
    "shown" | "collapsed" | "hidden" | undefined
  >();
  expectTypeOf<ChatComponents["Subagent"]>().toEqualTypeOf<
    ComponentType<{ readonly id: string }>
  >();
}
