import {
  createRidge,
  drawGlitter,
  drawOrb,
  drawRidge,
  drawSail,
  drawSky,
  drawStars,
  drawWater,
  type Landscape,
  type Palette,
} from "./paint.ts";

/** Layer to paint over the previous layers. */
export interface Layer {
  /** Name of the layer for the user. */
  readonly name: string;
  readonly draw: (context: CanvasRenderingContext2D) => void;
}

const palettes: Readonly<Record<Landscape["light"], Palette>> = {
  dawn: {
    sky: ["oklch(62% 0.09 265)", "oklch(80% 0.09 30)", "oklch(91% 0.08 75)"],
    orb: "oklch(97% 0.06 90)",
    glow: "oklch(93% 0.11 75 / 0.55)",
    orbHeight: 0.52,
    ground: ["oklch(76% 0.07 25)", "oklch(33% 0.06 290)"],
  },
  day: {
    sky: ["oklch(67% 0.12 245)", "oklch(80% 0.08 235)", "oklch(94% 0.03 215)"],
    orb: "oklch(99% 0.04 100)",
    glow: "oklch(98% 0.07 95 / 0.5)",
    orbHeight: 0.8,
    ground: ["oklch(80% 0.05 225)", "oklch(43% 0.08 165)"],
  },
  dusk: {
    sky: ["oklch(38% 0.11 285)", "oklch(62% 0.16 10)", "oklch(85% 0.13 65)"],
    orb: "oklch(92% 0.13 75)",
    glow: "oklch(84% 0.16 50 / 0.6)",
    orbHeight: 0.47,
    ground: ["oklch(60% 0.13 355)", "oklch(22% 0.06 295)"],
  },
  night: {
    sky: ["oklch(17% 0.05 275)", "oklch(25% 0.07 270)", "oklch(38% 0.08 255)"],
    orb: "oklch(96% 0.02 95)",
    glow: "oklch(88% 0.04 250 / 0.28)",
    orbHeight: 0.76,
    ground: ["oklch(35% 0.06 260)", "oklch(13% 0.03 275)"],
  },
};

const RIDGES = 5;

const MAX_WIDTH = 640;
const MAX_HEIGHT = 400;

/**
 * Rejects a picture that is too large, with a message that an agent can act on.
 * @throws Error when the picture is too large
 */
export function assertFits({ width, height }: Landscape): void {
  if (width <= MAX_WIDTH && height <= MAX_HEIGHT) return;
  throw new Error(
    `${width} × ${height} is too large. This page draws ${MAX_WIDTH} × ${MAX_HEIGHT} pixels at most.`,
  );
}

/** Returns the layers of a picture, from the sky to the foreground. */
export function landscapeLayers(landscape: Landscape): readonly Layer[] {
  const { motif, light, width, height } = landscape;
  const palette = palettes[light];
  const random = createRandom(motif.length * 97 + light.length * 13 + 5);
  const orbX = width * (motif === "sea" ? 0.62 : 0.3 + 0.4 * random());
  const sky: Layer[] = [
    { name: "The sky", draw: (context) => drawSky(context, landscape, palette) },
    {
      name: light === "night" ? "The moon and the stars" : "The sun",
      draw(context) {
        if (light === "night") drawStars(context, landscape, random);
        drawOrb(context, orbX, height * (1 - palette.orbHeight), height, palette);
      },
    },
  ];
  if (motif === "sea") {
    return [
      ...sky,
      { name: "The water", draw: (context) => drawWater(context, landscape, palette) },
      {
        name: "The light on the waves",
        draw: (context) => drawGlitter(context, landscape, palette, orbX, random),
      },
      { name: "A sail", draw: (context) => drawSail(context, landscape, palette) },
    ];
  }
  const ridges = Array.from({ length: RIDGES }, (_, index): Layer => {
    const depth = index / (RIDGES - 1);
    const shape = createRidge(motif, depth, random);
    return {
      name:
        ["The horizon", "The background", "The middle", "The foreground", "The front"][index] ?? "",
      draw(context) {
        const mixed = `color-mix(in oklch, ${palette.ground[1]} ${depth * 100}%, ${palette.ground[0]})`;
        drawRidge(context, landscape, mixed, shape);
      },
    };
  });
  return [...sky, ...ridges];
}

/** Creates a seeded generator of numbers from 0 to 1 (Lehmer). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
