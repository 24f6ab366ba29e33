import { render, screen } from "@testing-library/react";
import { type ReactNode, StrictMode } from "react";
import { expect, test } from "vitest";
import { ErrorBoundary } from "../../../src/components/ui/ErrorBoundary.tsx";
import { expectErrors } from "../../hooks/toolChat.tsx";

function Throwing({ isBroken }: { readonly isBroken: boolean }): ReactNode {
  if (isBroken) throw new Error("broken");
  return <p>whole</p>;
}

function renderBoundary() {
  const view = (isBroken: boolean, ...resetKeys: readonly unknown[]) => (
    <StrictMode>
      <p>beside</p>
      <ErrorBoundary fallback={<p>instead</p>} resetKeys={resetKeys}>
        <Throwing isBroken={isBroken} />
      </ErrorBoundary>
    </StrictMode>
  );
  const { rerender } = render(view(false, 1));
  return (isBroken: boolean, ...resetKeys: readonly unknown[]) =>
    rerender(view(isBroken, ...resetKeys));
}

test("ErrorBoundary renders its fallback after a child throws, and leaves its siblings unchanged", () => {
  const complaints = expectErrors();
  const show = renderBoundary();
  expect(screen.getByText("whole")).toBeVisible();
  show(true, 1);
  expect(screen.getByText("instead")).toBeVisible();
  expect(screen.getByText("beside")).toBeVisible();
  // React reports the error.
  expect(complaints).toHaveBeenCalled();
});

test("ErrorBoundary renders its children again when a reset key changes", () => {
  expectErrors();
  const show = renderBoundary();
  show(true, 1);
  show(false, 1);
  expect(screen.getByText("instead")).toBeVisible();
  show(false, 2);
  expect(screen.getByText("whole")).toBeVisible();
});

test.each<[change: string, before: readonly unknown[], after: readonly unknown[]]>([
  ["one more key", [1], [1, undefined]],
  ["one key fewer", [1, undefined], [1]],
  ["a key that is now 0", [-0], [0]],
])("ErrorBoundary renders its children again with %s", (_, before, after) => {
  expectErrors();
  const show = renderBoundary();
  show(true, ...before);
  show(false, ...after);
  expect(screen.getByText("whole")).toBeVisible();
});

test("ErrorBoundary renders a child that throws again after every key change", () => {
  expectErrors();
  const show = renderBoundary();
  for (let key = 0; key < 5; key++) {
    show(true, key);
    expect(screen.getByText("instead")).toBeVisible();
  }
  show(false, Number.NaN);
  expect(screen.getByText("whole")).toBeVisible();
  show(true, Number.NaN);
  show(false, Number.NaN);
  expect(screen.getByText("instead")).toBeVisible();
});
