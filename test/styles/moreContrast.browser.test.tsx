import "../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cdp } from "vitest/browser";
import { CopyTextButton } from "../../src/components/ui/CopyTextButton.tsx";
import { withMessages } from "../components/withMessages.tsx";
import { contrast } from "./contrast.ts";

const prefer = (value: "more" | "no-preference") => {
  // The types of the session have no commands.
  const session = cdp() as { send(method: string, params: object): Promise<unknown> };
  const features = [{ name: "prefers-contrast", value }];
  return session.send("Emulation.setEmulatedMedia", { features });
};

beforeAll(async () => {
  await prefer("more");
  await waitFor(() => expect(matchMedia("(prefers-contrast: more)").matches).toBe(true));
});
afterAll(() => prefer("no-preference"));

test.each(["light", "dark"])(
  "the edge of a button has enough contrast for a user who asks for more, in the %s scheme",
  (theme) => {
    render(
      <div data-theme={theme} style={{ background: "var(--agk-surface)" }}>
        <CopyTextButton getText={() => "Lisbon"} />
      </div>,
      { wrapper: withMessages() },
    );
    const button = screen.getByRole("button");
    const ground = getComputedStyle(button.closest("[data-theme]") as Element).backgroundColor;
    expect(contrast(getComputedStyle(button).borderTopColor, ground)).toBeGreaterThanOrEqual(3);
  },
);
