import "../../../src/styles/index.css";
import { render, screen } from "@testing-library/react";
import { createRef } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { VideoPlayer } from "../../../src/components/media/VideoPlayer.tsx";

test("a video has a button of the kit, and the controls of the browser once it plays", async () => {
  const ref = createRef<HTMLVideoElement>();
  const { container } = render(
    <VideoPlayer
      src="data:video/mp4;base64,AAAA"
      name="film.mp4"
      element={ref}
      autoPlay={false}
      onError={() => {}}
    />,
  );
  const video = container.querySelector("video") as HTMLVideoElement;
  expect(ref.current).toBe(video);
  expect(video).not.toHaveAttribute("controls");
  const button = screen.getByRole("button", { name: "Play film.mp4" });
  expect(button.getBoundingClientRect()).toEqual(video.parentElement?.getBoundingClientRect());
  const round = button.querySelector(".agk-video-icon")?.getBoundingClientRect();
  const glyph = button.querySelector("svg")?.getBoundingClientRect();
  expect([round?.width, round?.height, glyph?.width]).toEqual([48, 48, 24]);
  button.focus();
  await userEvent.keyboard("{Enter}");
  expect(video).toHaveAttribute("controls");
  expect(video).toHaveFocus();
  expect(screen.queryByRole("button")).toBeNull();
});
