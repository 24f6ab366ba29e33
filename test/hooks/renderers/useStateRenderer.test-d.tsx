import * as v from "valibot";
import { expectTypeOf } from "vitest";
import { z } from "zod";
import { type StateRenderProps, useStateRenderer } from "../../../src/index.ts";

// Type tests: checked by the compiler and never called.

interface Plan {
  readonly steps: readonly string[];
}

export function useStateRendererTypes() {
  useStateRenderer({
    state: {
      type: "object",
      properties: { title: { type: "string" }, status: { enum: ["open", "done"] } },
      required: ["title"],
    },
    render: ({ state, runId, subagentRunId, isRunning }) => {
      expectTypeOf(state).toEqualTypeOf<{
        readonly title: string;
        readonly status?: "open" | "done";
      }>();
      expectTypeOf(runId).toEqualTypeOf<string>();
      expectTypeOf(subagentRunId).toEqualTypeOf<string | undefined>();
      expectTypeOf(isRunning).toEqualTypeOf<boolean>();
      return state.title;
    },
  });
  useStateRenderer({
    pointer: "/steps",
    state: z.array(z.string()).default([]),
    agentId: "planner",
    render: ({ state }) => {
      expectTypeOf(state).toEqualTypeOf<string[]>();
      return state.length;
    },
  });
  useStateRenderer({
    state: v.object({ hits: v.number() }),
    render: ({ state }) => {
      expectTypeOf(state).toEqualTypeOf<{ hits: number }>();
      return state.hits;
    },
  });
  useStateRenderer<Plan>({
    render: (props) => {
      expectTypeOf(props).toEqualTypeOf<StateRenderProps<Plan>>();
      return props.state.steps.length;
    },
  });
  useStateRenderer<Plan>({ state: { type: "object" }, render: none });
  useStateRenderer({
    render: (props) => {
      expectTypeOf(props.state).toEqualTypeOf<unknown>();
      return null;
    },
  });
  // @ts-expect-error schema of another type
  useStateRenderer<Plan>({ state: z.string(), render: none });
  // @ts-expect-error a pointer begins with a slash
  useStateRenderer({ pointer: "steps", render: none });
  // @ts-expect-error a render function is required
  useStateRenderer({ pointer: "/steps" });
}

const none = () => null;
