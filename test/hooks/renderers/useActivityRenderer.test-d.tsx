import * as v from "valibot";
import { expectTypeOf } from "vitest";
import { z } from "zod";
import {
  type ActivityMessage,
  type ActivityRenderProps,
  useActivityRenderer,
} from "../../../src/index.ts";

// Type tests: checked by the compiler and never called.

export function useActivityRendererTypes() {
  useActivityRenderer({
    activityType: "SEARCH",
    content: {
      type: "object",
      properties: { query: { type: "string" }, state: { enum: ["open", "done"] } },
      required: ["query"],
    },
    render: ({ content, message, isRunning, activityType }) => {
      expectTypeOf(content).toEqualTypeOf<{
        readonly query: string;
        readonly state?: "open" | "done";
      }>();
      expectTypeOf(message).toEqualTypeOf<ActivityMessage>();
      expectTypeOf(isRunning).toEqualTypeOf<boolean>();
      expectTypeOf(activityType).toEqualTypeOf<string>();
      return content.query;
    },
  });
  useActivityRenderer({
    activityType: "SEARCH",
    content: z.object({ hits: z.array(z.string()).default([]) }),
    agentId: "researcher",
    render: ({ content }) => {
      expectTypeOf(content).toEqualTypeOf<{ hits: string[] }>();
      return content.hits.length;
    },
  });
  useActivityRenderer({
    activityType: "SEARCH",
    content: v.object({ hits: v.number() }),
    render: ({ content }) => {
      expectTypeOf(content).toEqualTypeOf<{ hits: number }>();
      return content.hits;
    },
  });
  useActivityRenderer({
    activityType: "*",
    render: (props) => {
      expectTypeOf(props).toEqualTypeOf<ActivityRenderProps>();
      expectTypeOf(props.content.anything).toEqualTypeOf<unknown>();
      return null;
    },
  });
  useActivityRenderer<{ hits?: number }>({
    activityType: "SEARCH",
    content: { type: "object" },
    render: ({ content }) => {
      expectTypeOf(content).toEqualTypeOf<{ hits?: number }>();
      return content.hits;
    },
  });
  // @ts-expect-error schema of another type
  useActivityRenderer<{ hits: number }>({ activityType: "A", content: z.string(), render: none });
  // @ts-expect-error a render function is required
  useActivityRenderer({ activityType: "SEARCH" });
}

const none = () => null;
