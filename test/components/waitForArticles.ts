import { waitFor } from "@testing-library/react";
import { expect } from "vitest";

/** Waits until a long chat has rendered all its messages. */
export function waitForArticles(count: number): Promise<void> {
  return waitFor(() => expect(document.querySelectorAll("article")).toHaveLength(count));
}
