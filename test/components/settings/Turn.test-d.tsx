import type { ReactNode } from "react";
import { expectTypeOf } from "vitest";
import { Chat, TimedTurn, Turn, type TurnProps } from "../../../src/index.ts";

// Type tests: checked by the compiler and never called.

declare function NeedsLabel(props: { readonly label: string }): ReactNode;

export function turnTypes() {
  expectTypeOf<TurnProps["author"]>().toEqualTypeOf<"user" | "assistant" | "system">();
  expectTypeOf<TurnProps["startedAt"]>().toEqualTypeOf<number | undefined>();
  const WithAvatar = (props: TurnProps) => <Turn {...props} avatar={<b>A</b>} name="Ada" />;
  const Plain = ({ author, children }: TurnProps) => <div className={author}>{children}</div>;
  return (
    <>
      <Chat components={{ Turn: WithAvatar }} />
      <Chat components={{ Turn: TimedTurn }} />
      <Chat components={{ Turn: Plain }} />
      {/* @ts-expect-error A turn has no `label`. */}
      <Chat components={{ Turn: NeedsLabel }} />
      {/* @ts-expect-error The author is no role of AG-UI. */}
      <Turn author="tool" ids={[]} />
    </>
  );
}
