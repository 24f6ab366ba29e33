import "../../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { SourceList } from "../../../src/components/sources/SourceList.tsx";

const long = "How the ferries across the river have changed since the new bridge was opened";
const sources = ["Timetable", long].map((title, at) => ({
  title,
  href: `https://example.com/${at}`,
  summary: "Every 20 minutes.",
}));

test("the links of a list of sources are at least 24 px high", () => {
  render(
    <div className="agk-activity" style={{ inlineSize: 260 }}>
      <div className="agk-details">
        <SourceList sources={sources} />
      </div>
    </div>,
  );
  const [short, wrapped] = screen.getAllByRole("link").map((link) => link.getBoundingClientRect());
  expect(short?.height).toBeGreaterThanOrEqual(24);
  // A long title has several lines within the width of the list.
  expect(wrapped?.height).toBeGreaterThan(short?.height ?? 0);
  expect(wrapped?.width).toBeLessThanOrEqual(260);
});

test("the site is on the line of a short title", () => {
  render(<SourceList sources={sources} />);
  const [link] = screen.getAllByRole("link");
  const [site] = screen.getAllByText("example.com");
  expect(site?.getBoundingClientRect().left).toBeGreaterThan(
    link?.getBoundingClientRect().right ?? 0,
  );
});
