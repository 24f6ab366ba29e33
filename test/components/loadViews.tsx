import { cleanup, render, screen } from "@testing-library/react";
import { beforeAll } from "vitest";
import { JsonView } from "../../src/components/JsonView.tsx";
import { MediaPart } from "../../src/components/MediaPart.tsx";

/** Has what shows JSON values and media loaded, which a page loads with the first of them. */
export function loadViews(): void {
  beforeAll(async () => {
    render(
      <>
        <JsonView value="loaded" />
        <MediaPart part={{ type: "document", source: { type: "file", value: "f1" } }} />
      </>,
    );
    await screen.findByText("loaded");
    await screen.findByText("Document", { selector: ".agk-file" });
    cleanup();
  });
}
