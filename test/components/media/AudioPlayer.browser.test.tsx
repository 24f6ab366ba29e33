import "../../../src/styles/index.css";
import { render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { AudioPlayer } from "../../../src/components/media/AudioPlayer.tsx";
import { wavDataUrl } from "../../styles/mediaSamples.ts";

const audioIn = (container: Element) => container.querySelector("audio") as HTMLAudioElement;
const slider = () => screen.getByRole<HTMLInputElement>("slider", { name: "Position" });

/** Renders a player with this many seconds of silence, once its duration is known. */
async function renderPlayer(seconds: number, name = "tone.wav") {
  const onError = vi.fn();
  const { container } = render(
    <AudioPlayer src={wavDataUrl(seconds)} name={name} showsName onError={onError} />,
  );
  await waitFor(() => expect(audioIn(container).duration).toBeCloseTo(seconds));
  await waitFor(() => expect(screen.getAllByRole("slider").at(-1)).toBeEnabled());
  return { container, audio: audioIn(container), onError };
}

test("a player says its name, its position and its duration", async () => {
  const { audio } = await renderPlayer(65);
  expect(screen.getByRole("group", { name: "tone.wav" })).toHaveTextContent("tone.wav0:00 / 1:05");
  expect(slider()).toHaveAttribute("aria-valuetext", "0:00 of 1:05");
  expect(audio).not.toHaveAttribute("controls");
});

test("the button plays and pauses, and keeps the focus", async () => {
  const { audio } = await renderPlayer(65);
  await userEvent.click(screen.getByRole("button", { name: "Play tone.wav" }));
  const pause = await screen.findByRole("button", { name: "Pause tone.wav" });
  expect(audio.paused).toBe(false);
  expect(pause).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await screen.findByRole("button", { name: "Play tone.wav" });
  expect(audio.paused).toBe(true);
});

test("the slider moves the position with the arrow keys, and the space bar plays", async () => {
  const { audio } = await renderPlayer(65);
  slider().focus();
  await userEvent.keyboard("{End}");
  await waitFor(() => expect(audio.currentTime).toBe(65));
  await userEvent.keyboard("{Home}{ArrowRight}");
  await waitFor(() => expect(audio.currentTime).toBeGreaterThan(0));
  expect(audio.currentTime).toBeLessThan(10);
  await userEvent.keyboard(" ");
  await waitFor(() => expect(audio.paused).toBe(false));
  audio.pause();
});

test("the slider has a track of the kit, whose played part grows with the position", async () => {
  const { audio } = await renderPlayer(60);
  expect(getComputedStyle(slider()).appearance).toBe("none");
  const track = () => getComputedStyle(slider()).backgroundImage;
  const atStart = track();
  audio.currentTime = 30;
  await waitFor(() => expect(slider().style.getPropertyValue("--agk-played")).toBe("0.5"));
  expect(track()).not.toBe(atStart);
  expect(track()).toMatch(/90deg/);
  document.documentElement.dir = "rtl";
  expect(track()).toMatch(/270deg/);
  document.documentElement.removeAttribute("dir");
});

test("the slider follows the direction of the page", async () => {
  document.documentElement.dir = "rtl";
  const { audio } = await renderPlayer(65);
  slider().focus();
  await userEvent.keyboard("{ArrowLeft}");
  await waitFor(() => expect(audio.currentTime).toBeGreaterThan(0));
  document.documentElement.removeAttribute("dir");
});

test("a player that begins pauses the other one", async () => {
  const first = await renderPlayer(65, "first.wav");
  const second = await renderPlayer(65, "second.wav");
  await userEvent.click(screen.getByRole("button", { name: "Play first.wav" }));
  await waitFor(() => expect(first.audio.paused).toBe(false));
  await userEvent.click(screen.getByRole("button", { name: "Play second.wav" }));
  await waitFor(() => expect(first.audio.paused).toBe(true));
  expect(second.audio.paused).toBe(false);
  second.audio.pause();
});
