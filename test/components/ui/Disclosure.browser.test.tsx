import "../../../src/styles/index.css";
import { act, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, test } from "vitest";
import { Disclosure } from "../../../src/components/ui/Disclosure.tsx";
import { preferReducedMotion, readHeights } from "./motion.ts";

function Example({ isControlled = false }: { readonly isControlled?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure
      className="agk-tool-call"
      summary="Weather"
      {...(isControlled && { isOpen, onToggle: setOpen })}
    >
      {() => <p style={{ blockSize: 200, margin: 0 }}>Clear sky</p>}
    </Disclosure>
  );
}

const details = () => document.querySelector("details") as HTMLDetailsElement;
const content = () => screen.queryByText("Clear sky");

/** Clicks the summary and reads the height and the content of the row in each frame until the height settles. */
async function toggle() {
  let hadContent = true;
  const heights = await readHeights(
    () => details().offsetHeight,
    () => details().querySelector("summary")?.click(),
    (isMoving) => {
      hadContent &&= !isMoving || content() !== null;
    },
  );
  return { steps: new Set(heights).size, last: heights.at(-1) ?? 0, hadContent };
}

describe.each([false, true])("a disclosure, controlled: %s", (isControlled) => {
  test("opens and closes through heights in between, with its content", async () => {
    render(<Example isControlled={isControlled} />);
    const closed = details().offsetHeight;
    const opening = await toggle();
    expect(opening.steps).toBeGreaterThan(3);
    expect(opening.last).toBeGreaterThan(closed + 200);
    const closing = await toggle();
    expect(closing.steps).toBeGreaterThan(3);
    expect(closing.last).toBe(closed);
    expect(closing.hadContent).toBe(true);
    await waitFor(() => expect(content()).toBeNull());
  });

  test("opens and closes at once when the user wants less motion", async () => {
    await using _ = await preferReducedMotion();
    render(<Example isControlled={isControlled} />);
    const closed = details().offsetHeight;
    expect((await toggle()).steps).toBeLessThanOrEqual(2);
    expect(details().offsetHeight).toBeGreaterThan(closed + 200);
    expect((await toggle()).steps).toBeLessThanOrEqual(2);
    expect(content()).toBeNull();
  });
});

test("a disclosure that opens again while it closes keeps its content", async () => {
  render(<Example />);
  await toggle();
  const paragraph = content();
  await act(async () => {
    const summary = details().querySelector("summary");
    summary?.click();
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    summary?.click();
    await new Promise(requestAnimationFrame);
  });
  await waitFor(() => expect(details().offsetHeight).toBeGreaterThan(200));
  expect(content()).toBe(paragraph);
});
