import "../../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { FileCard } from "../../../src/components/media/FileCard.tsx";

const report = "The harbour in numbers, with all ferries and their passengers, 2026-11-30.pdf";

test("a file card has the name of the file as its name, and type and size as its description", () => {
  render(
    <FileCard name={report} mimeType="application/pdf" size={8_300} href="data:," isDownload />,
  );
  const link = screen.getByRole("link", { name: report });
  expect(link).toHaveAccessibleDescription("PDF · 8.1 kB");
  expect(link).toHaveAttribute("download", report);
});

test("a long name is cut in its middle, so that its end is visible", () => {
  const { container } = render(
    <div style={{ inlineSize: 260 }}>
      <FileCard name={report} href="https://example.com/report.pdf" />
    </div>,
  );
  const [start, end] = container.querySelectorAll(".agk-file-name > span");
  expect(start?.scrollWidth).toBeGreaterThan(start?.clientWidth ?? 0);
  expect(end).toHaveTextContent("-11-30.pdf");
  expect(end?.scrollWidth).toBeLessThanOrEqual(end?.clientWidth ?? 0);
  expect(container.querySelector(".agk-file")?.getBoundingClientRect().width).toBe(260);
});

test.each([
  ["photo.HEIC", undefined, "fileImage"],
  ["note", "audio/mpeg", "fileAudio"],
  ["film.mp4", undefined, "fileVideo"],
  ["numbers.csv", "text/csv", "fileTable"],
  ["all.zip", "application/zip", "fileArchive"],
  ["terms.pdf", undefined, "fileText"],
  ["data.bin", "application/octet-stream", "file"],
])("%s with the type %s has the icon %s", (name, mimeType, icon) => {
  const { container } = render(<FileCard name={name} mimeType={mimeType} />);
  expect(container.querySelector("svg")).toHaveAttribute("data-icon", icon);
  expect(screen.queryByRole("link")).toBeNull();
});
