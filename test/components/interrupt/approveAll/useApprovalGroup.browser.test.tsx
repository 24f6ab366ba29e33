import "../../../../src/styles/index.css";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { approvals, calls, openMany } from "./manyApprovals.tsx";

const skip = { name: /^Skip/ };

test("a group has one button that continues without answers, until one approval is left", async () => {
  const { user, cards } = await openMany(calls(2, "m1"), approvals(2));
  expect(screen.getAllByRole("button", skip)).toHaveLength(1);
  const [first, second] = cards();
  await user.click(within(first as HTMLElement).getByRole("button", { name: "Approve" }));
  await waitFor(() => expect(cards()).toHaveLength(1));
  expect(within(second as HTMLElement).getByRole("button", skip)).toBeVisible();
  expect(screen.getAllByRole("button", skip)).toHaveLength(1);
});

test("an approval that cannot be denied keeps its button that continues without an answer", async () => {
  const responseSchema = {
    type: "object",
    properties: { approved: { const: true } },
    required: ["approved"],
  };
  const open = approvals(2).map((approval) => ({ ...approval, responseSchema }));
  const { cards } = await openMany(calls(2, "m1"), open);
  for (const card of cards())
    expect(within(card).queryByRole("button", { name: "Deny" })).toBeNull();
  expect(screen.getAllByRole("button", skip)).toHaveLength(3);
});

test("a question that all approvals ask is visible once", async () => {
  const asking = approvals(2).map((approval) => ({ ...approval, message: "May I delete it?" }));
  await openMany(calls(2, "m1"), asking);
  const visible = screen.getAllByText("May I delete it?").filter((text) => text.checkVisibility());
  expect(visible).toHaveLength(1);
});

test("a group has one primary button, which approves all of them", async () => {
  await openMany(calls(3, "m1"), approvals(3));
  const primary = [...document.querySelectorAll('[data-variant="primary"]')];
  expect(primary.map(({ textContent }) => textContent)).toEqual(["Approve all (3)"]);
  expect(screen.getAllByRole("button", { name: "Approve" })).toHaveLength(3);
});

test("the button that continues without answers follows the other buttons, and is explained", async () => {
  const { user } = await openMany(calls(2, "m1"), approvals(2));
  const [approve, button] = [
    screen.getByRole("button", { name: /Approve all/ }),
    screen.getByRole("button", skip),
  ];
  const [before, box] = [approve, button].map((element) => element.getBoundingClientRect());
  expect((box?.left ?? 0) - (before?.right ?? 0)).toBeLessThan(20);
  await user.hover(button);
  await waitFor(() => expect(document.querySelector(".agk-tooltip")).toBeVisible());
  expect(button).toHaveAccessibleDescription(
    document.querySelector(".agk-tooltip")?.textContent ?? "",
  );
  await user.unhover(button);
});
