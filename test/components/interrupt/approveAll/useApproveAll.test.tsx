import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { InterruptRenderer } from "../../../hooks/toolChat.tsx";
import { approvals, calls, openMany } from "./manyApprovals.tsx";

test("many approvals are compared a constant number of times each", async () => {
  const countCalls = async (count: number) => {
    let matched = 0;
    const renderer = (
      <InterruptRenderer
        match={() => {
          matched += 1;
          return false;
        }}
        render={() => null}
      />
    );
    const { unmount } = await openMany(calls(count, "m1"), approvals(count), renderer);
    expect(screen.getByText(`Approve all (${count})`)).toBeVisible();
    unmount();
    return matched;
  };
  const few = await countCalls(50);
  expect(await countCalls(200)).toBeLessThan(6 * few);
});
