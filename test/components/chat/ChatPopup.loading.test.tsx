import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";

const path = "../../../src/components/chat/Chat.tsx";

afterEach(() => vi.doUnmock(path));

test("retrying a failed chat keeps the focus in the popup and then moves it to the composer", async () => {
  vi.doMock(path, () => {
    throw new Error("offline");
  });
  const { ChatPopup } = await import("../../../src/components/chat/ChatPopup.tsx");
  const { withMessages } = await import("../withMessages.tsx");
  const Thread = withMessages();
  const user = userEvent.setup();
  render(
    <Thread>
      <ChatPopup defaultOpen />
    </Thread>,
  );
  const retry = await screen.findByRole("button", { name: "Try again" });
  vi.doUnmock(path);
  await user.click(retry);
  expect(screen.getByRole("dialog")).toHaveFocus();
  await waitFor(() => expect(screen.getByLabelText("Message")).toHaveFocus());
});
