import { expectTypeOf } from "vitest";
import { z } from "zod";
import { useSharedState, type ValueAt } from "../../../src/hooks/sharedState/useSharedState.ts";
import type { Agent } from "../../../src/protocol/agent.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";

interface Board {
  readonly title: string;
  readonly due?: { readonly at: number };
  readonly tasks: readonly { readonly name: string; readonly "a/b": boolean }[];
}

// Type tests: checked by the compiler and never called.
export function useTypes(agent: Agent) {
  const [title, setTitle] = useSharedState<string>("/title");
  expectTypeOf(title).toEqualTypeOf<string | undefined>();
  setTitle("x");
  setTitle((now) => now?.trim() ?? "", { run: true, conflict: "agent-wins" });
  // @ts-expect-error value of another type
  setTitle(1);
  // @ts-expect-error a pointer starts with a slash
  useSharedState<string>("title");
  // @ts-expect-error unknown option
  setTitle("x", { runs: true });

  const [typed, setTyped] = useSharedState<Board, "/tasks/0/name">("/tasks/0/name");
  expectTypeOf(typed).toEqualTypeOf<string | undefined>();
  setTyped("x");
  // @ts-expect-error value of another type
  setTyped(1);
  expectTypeOf<ValueAt<Board, "">>().toEqualTypeOf<Board>();
  expectTypeOf<ValueAt<Board, "/title">>().toEqualTypeOf<string>();
  expectTypeOf<ValueAt<Board, "/due/at">>().toEqualTypeOf<number | undefined>();
  expectTypeOf<ValueAt<Board, "/tasks/-">>().toEqualTypeOf<Board["tasks"][number] | undefined>();
  expectTypeOf<ValueAt<Board, "/typo">>().toEqualTypeOf<unknown>();

  const [byZod, setByZod] = useSharedState("/n", { schema: z.object({ n: z.number() }) });
  expectTypeOf(byZod).toEqualTypeOf<{ n: number } | undefined>();
  setByZod((now) => ({ n: (now?.n ?? 0) + 1 }));
  const [byJson] = useSharedState({
    schema: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
  });
  expectTypeOf(byJson).toEqualTypeOf<{ readonly n: number } | undefined>();
  expectTypeOf(useSharedState({ agentId: "other" })[0]).toEqualTypeOf<unknown>();
  expectTypeOf(useSharedState<Board>({ agentId: "other" })[0]).toEqualTypeOf<Board | undefined>();
  expectTypeOf(
    useSharedState((board: Board) => board.tasks.length, Object.is, { threadId: "t" }),
  ).toEqualTypeOf<number>();

  const thread = createThread({ agent, initialState: { n: 0 } });
  thread.setState(({ n }) => ({ n: n + 1 }), { run: true });
  // @ts-expect-error state of another shape
  thread.setState({ m: 1 });
  expectTypeOf(thread.send).parameter(1).exclude<undefined>().toHaveProperty("whenBusy");
}
