import { expectTypeOf } from "vitest";
import { useThread } from "../../../src/hooks/providers/useThread.ts";
import { useSharedState } from "../../../src/hooks/sharedState/useSharedState.ts";
import { useAgentRun } from "../../../src/hooks/thread/useAgentRun.ts";
import { useMessage, useMessages } from "../../../src/hooks/thread/useMessages.ts";
import { useSnapshot } from "../../../src/hooks/thread/useSnapshot.ts";
import { useToolCall } from "../../../src/hooks/tools/useToolCall.ts";
import type { AgentKitErrorCode } from "../../../src/protocol/errors.ts";
import type { Message } from "../../../src/protocol/events.ts";
import type { ToolCallView } from "../../../src/selectors/toolCallView.ts";
import type { MessageRow } from "../../../src/selectors/transcriptRows.ts";
import type { Thread } from "../../../src/store/thread/thread.ts";
import type { RunResult } from "../../../src/store/thread/threadOptions.ts";

interface Board {
  readonly title: string;
  readonly tasks: readonly string[];
}

// Type tests: checked by the compiler and never called.
export function useTypes() {
  const [state, setState] = useSharedState<Board>();
  expectTypeOf(state).toEqualTypeOf<Board | undefined>();
  expectTypeOf(setState).parameter(0).toEqualTypeOf<Board | ((current: Board) => Board)>();
  setState((current) => ({ ...current, title: current.title.trim() }));
  // @ts-expect-error state of another shape
  setState({ title: 1 });

  expectTypeOf(useSharedState()[0]).toEqualTypeOf<unknown>();
  expectTypeOf(useSharedState((board: Board) => board.tasks.length)).toEqualTypeOf<number>();
  expectTypeOf(useSharedState((board: Partial<Board>) => board.tasks)).toEqualTypeOf<
    readonly string[] | undefined
  >();
  useSharedState(
    (board: Board) => board.tasks,
    (a, b) => a.length === b.length,
  );
  const select = (board: Board) => board.title;
  const isSameNumber = (a: number, b: number) => a === b;
  // @ts-expect-error comparison of another type than the selected one
  useSharedState(select, isSameNumber);

  expectTypeOf(useThread()).toEqualTypeOf<Thread>();
  expectTypeOf(useThread<Board>().getSnapshot().state).toEqualTypeOf<Board>();

  expectTypeOf(useSnapshot((snapshot) => snapshot.messages.length)).toEqualTypeOf<number>();
  expectTypeOf(useSnapshot((snapshot) => snapshot.state)).toEqualTypeOf<unknown>();
  expectTypeOf(
    useSnapshot<string, Board>((snapshot) => snapshot.state.title),
  ).toEqualTypeOf<string>();

  expectTypeOf(useMessages()).toEqualTypeOf<readonly Message[]>();
  expectTypeOf(useMessage("m1")).toEqualTypeOf<Message | undefined>();
  expectTypeOf(useToolCall("c1")).toEqualTypeOf<ToolCallView | undefined>();
  expectTypeOf<MessageRow["calls"]>().toEqualTypeOf<readonly ToolCallView[]>();

  const run = useAgentRun<Board>();
  expectTypeOf(run.send("Hi", { state: { title: "", tasks: [] } })).toEqualTypeOf<
    Promise<RunResult>
  >();
  // @ts-expect-error state of another shape
  run.send("Hi", { state: { title: 1 } });
  expectTypeOf(run.error?.code).toEqualTypeOf<AgentKitErrorCode | undefined>();
  expectTypeOf(run.isRunning).toEqualTypeOf<boolean>();
}
