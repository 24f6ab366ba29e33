import { act } from "@testing-library/react";
import { cdp } from "vitest/browser";

/** Number of equal heights after which a box has settled. */
const STILL_FRAMES = 5;

/** Reads a height in each frame after a change, until it settles. `eachFrame` learns whether it still moves. */
export async function readHeights(
  heightOf: () => number,
  change: () => void,
  eachFrame: (isMoving: boolean) => void = () => {},
): Promise<readonly number[]> {
  const heights: number[] = [];
  await act(async () => {
    change();
    let still = 0;
    while (still < STILL_FRAMES) {
      await new Promise(requestAnimationFrame);
      const height = heightOf();
      still = heights.at(-1) === height && heights.length > 3 ? still + 1 : 0;
      heights.push(height);
      eachFrame(still === 0);
    }
  });
  return heights;
}

/** Prefers reduced motion until the returned object is disposed. */
export async function preferReducedMotion(): Promise<AsyncDisposable> {
  const session = cdp() as { send(method: string, params: object): Promise<unknown> };
  const prefer = (value: string) =>
    session.send("Emulation.setEmulatedMedia", {
      features: [{ name: "prefers-reduced-motion", value }],
    });
  await prefer("reduce");
  return { [Symbol.asyncDispose]: async () => void (await prefer("")) };
}
