import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { LoadFailed } from "../../../src/components/status/LoadFailed.tsx";
import { lazyPart } from "../../../src/components/ui/lazyPart.tsx";

const Loaded = () => <p>Loaded</p>;

test("loads again on click, and moves the focus to the nearest focusable ancestor", async () => {
  const load = vi
    .fn<() => Promise<typeof Loaded>>()
    .mockRejectedValueOnce(new Error("offline"))
    .mockRejectedValueOnce(new Error("offline"))
    .mockResolvedValue(Loaded);
  const LazyLoaded = lazyPart<object>(load, { Failed: LoadFailed });
  render(
    <section tabIndex={-1} aria-label="Around">
      <LazyLoaded />
    </section>,
  );
  expect(await screen.findByRole("alert")).toHaveTextContent("Couldn’t load this.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.getByRole("region", { name: "Around" })).toHaveFocus();
  expect(await screen.findByRole("alert")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Loaded")).toBeVisible();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByRole("region", { name: "Around" })).toHaveFocus();
});

test("names the update of the page when loading fails again", async () => {
  const LazyLoaded = lazyPart<object>(() => Promise.reject(new Error("gone")), {
    Failed: LoadFailed,
  });
  render(<LazyLoaded />);
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  const alert = await screen.findByText("This page was updated. Reload to continue.");
  expect(alert).toBeVisible();
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
});

test("offers another attempt, and no reload, while the browser is offline", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  onTestFinished(() => onLine.mockRestore());
  const LazyLoaded = lazyPart<object>(() => Promise.reject(new Error("offline")), {
    Failed: LoadFailed,
  });
  render(<LazyLoaded />);
  for (const _ of [1, 2]) {
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("Couldn’t load this.");
    expect(screen.queryByRole("button", { name: "Reload" })).toBeNull();
  }
});
