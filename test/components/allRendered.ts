import { waitFor } from "@testing-library/react";
import { expect } from "vitest";

/** When all messages of a chat are in the page, which a long one draws some at a time. */
export function allDrawn(count: number): Promise<void> {
  return waitFor(() => expect(document.querySelectorAll("article")).toHaveLength(count));
}
