import "../../src/styles/index.css";
import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Composer } from "../../src/components/composer/Composer.tsx";
import { Markdown } from "../../src/components/markdown/Markdown.tsx";
import { MessageItem } from "../../src/components/message/MessageItem.tsx";
import { Welcome } from "../../src/components/suggestions/Welcome.tsx";
import { withMessages } from "../components/withMessages.tsx";
import { contrast } from "./contrast.ts";

const message = { id: "u", role: "user", content: "Hi" } as const;

const parts = {
  Composer: <Composer />,
  Message: <MessageItem message={message} />,
  Markdown: <Markdown text="Hi" />,
  Welcome: <Welcome />,
};

/** Returns the lightness of a computed color, from 0 to 1. */
function lightness(color: string): number {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) throw new Error("no canvas");
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0] = context.getImageData(0, 0, 1, 1).data;
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
}

test.each(Object.entries(parts))("%s alone is dark below `data-theme=dark`", (_, part) => {
  const { container } = render(
    <div data-theme="light">
      <div data-theme="dark">{part}</div>
    </div>,
    { wrapper: withMessages() },
  );
  const outer = container.querySelector('[class^="agk-"]');
  const style = getComputedStyle(outer as Element);
  expect(style.colorScheme).toBe("dark");
  expect(lightness(style.color)).toBeGreaterThan(0.7);
});

/** Returns the color scheme of the composer inside two elements with these values of `data-theme`. */
function schemeBelow(outer?: string, inner?: string): string {
  const { container, unmount } = render(
    <div data-theme={outer}>
      <div data-theme={inner}>
        <Composer />
      </div>
    </div>,
    { wrapper: withMessages() },
  );
  const { colorScheme } = getComputedStyle(container.querySelector(".agk-composer") as Element);
  unmount();
  return colorScheme;
}

test("components are light on a page without `data-theme`, also for a user who prefers dark", () => {
  expect(schemeBelow()).toBe("light");
});

test("the nearest `data-theme` sets the scheme", () => {
  expect(schemeBelow("dark")).toBe("dark");
  expect(schemeBelow("dark", "light")).toBe("light");
  expect(schemeBelow("light", "dark")).toBe("dark");
});

test("`data-theme=system` follows the preference of the user", () => {
  const { matches } = matchMedia("(prefers-color-scheme: dark)");
  expect(schemeBelow("dark", "system")).toBe(matches ? "dark" : "light");
});

test.each(["light", "dark"])(
  "the border of the composer is a hairline that gets enough contrast in use, in the %s scheme",
  async (theme) => {
    const { container } = render(
      <div data-theme={theme} style={{ borderColor: "var(--agk-border)" }}>
        <Composer />
      </div>,
      { wrapper: withMessages() },
    );
    const composer = container.querySelector<HTMLElement>(".agk-composer") as HTMLElement;
    const hairline = getComputedStyle(composer.parentElement as Element).borderTopColor;
    expect(getComputedStyle(composer).borderTopColor).toBe(hairline);

    composer.querySelector("textarea")?.focus();
    await vi.waitFor(() => {
      const { borderTopColor, backgroundColor } = getComputedStyle(composer);
      expect(contrast(borderTopColor, backgroundColor)).toBeGreaterThanOrEqual(3);
    });
  },
);
