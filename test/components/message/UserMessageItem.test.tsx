import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { UserMessageItem } from "../../../src/components/message/UserMessageItem.tsx";

test("a message with 3,000 images shows 50 of them, and a button that shows more", async () => {
  const images = Array.from({ length: 3_000 }, (_, at) => ({
    type: "image" as const,
    source: { type: "url" as const, value: `https://example.com/${at}.png` },
  }));
  const content = [...images, { type: "text" as const, text: "These are all." }];
  const { container } = render(<UserMessageItem message={{ id: "m", role: "user", content }} />);
  expect(container.querySelectorAll("*").length).toBeLessThan(500);
  expect(screen.getAllByRole("figure")).toHaveLength(50);
  expect(screen.getByText("These are all.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: /^Show 100 of 2,950/ }));
  expect(screen.getAllByRole("figure")).toHaveLength(150);
});
