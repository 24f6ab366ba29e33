import type { lights, motifs } from "../../pageTools.ts";

/** Description of a picture to paint. */
export interface Landscape {
  readonly motif: (typeof motifs)[number];
  readonly light: (typeof lights)[number];
  /** Width in pixels. */
  readonly width: number;
  readonly height: number;
}

/** Colors of a picture. */
export interface Palette {
  /** Colors from the top of the sky to the horizon. */
  readonly sky: readonly [string, string, string];
  /** Color of the sun or the moon and its light. */
  readonly orb: string;
  readonly glow: string;
  /** Height of the sun or the moon, from 0 (bottom) to 1 (top). */
  readonly orbHeight: number;
  /** Colors from the background to the foreground. */
  readonly ground: readonly [string, string];
}

export function drawSky(
  context: CanvasRenderingContext2D,
  { width, height }: Landscape,
  { sky }: Palette,
): void {
  const gradient = context.createLinearGradient(0, 0, 0, height * 0.75);
  for (const [index, color] of sky.entries()) gradient.addColorStop(index / 2, color);
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
}

export function drawStars(
  context: CanvasRenderingContext2D,
  { width, height }: Landscape,
  random: () => number,
): void {
  for (let count = 0; count < 110; count++) {
    context.fillStyle = `oklch(97% 0.02 250 / ${0.25 + 0.65 * random()})`;
    const size = (height / 400) * (0.5 + random());
    context.beginPath();
    context.arc(width * random(), height * 0.62 * random(), size, 0, 2 * Math.PI);
    context.fill();
  }
}

export function drawOrb(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  height: number,
  { orb, glow }: Palette,
): void {
  const radius = height * 0.06;
  const halo = context.createRadialGradient(x, y, radius * 0.5, x, y, radius * 7);
  halo.addColorStop(0, glow);
  halo.addColorStop(1, glow.replace(/\/ [\d.]+\)/, "/ 0)"));
  context.fillStyle = halo;
  context.fillRect(x - radius * 7, y - radius * 7, radius * 14, radius * 14);
  context.fillStyle = orb;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

/** Height of a ridge at a horizontal position, both from 0 to 1. */
export type Ridge = (x: number) => number;

/** Creates a ridge: high and gentle far away, low and large close by. */
export function createRidge(motif: Landscape["motif"], depth: number, random: () => number): Ridge {
  const base = 0.5 - 0.4 * depth;
  const waves = Array.from({ length: motif === "dunes" ? 2 : 6 }, (_, index) => ({
    frequency: (motif === "dunes" ? 0.7 : 1.3) * 1.9 ** index * (0.8 + 0.4 * random()),
    phase: random(),
    height: (motif === "dunes" ? 0.055 : 0.1) * (1 - 0.35 * depth) * 0.52 ** index,
  }));
  return (x) =>
    waves.reduce((sum, { frequency, phase, height }) => {
      const at = (x * frequency + phase) % 1;
      // Mountains have sharp tops; a dune is steep on one side.
      const wave =
        motif === "dunes"
          ? Math.sin(2 * Math.PI * at + 0.6 * Math.sin(2 * Math.PI * at))
          : 1 - 4 * Math.abs(at - 0.5);
      return sum + height * wave;
    }, base);
}

export function drawRidge(
  context: CanvasRenderingContext2D,
  { width, height }: Landscape,
  color: string,
  ridge: Ridge,
): void {
  context.fillStyle = color;
  context.beginPath();
  context.moveTo(0, height);
  for (let x = 0; x <= width; x++) context.lineTo(x, height * (1 - ridge(x / width)));
  context.lineTo(width, height);
  context.fill();
}

export function drawWater(
  context: CanvasRenderingContext2D,
  { width, height }: Landscape,
  { sky, ground }: Palette,
): void {
  const gradient = context.createLinearGradient(0, height * 0.58, 0, height);
  gradient.addColorStop(0, `color-mix(in oklch, ${sky[2]} 60%, ${ground[0]})`);
  gradient.addColorStop(0.25, `color-mix(in oklch, ${sky[1]} 55%, ${ground[1]})`);
  gradient.addColorStop(1, ground[1]);
  context.fillStyle = gradient;
  context.fillRect(0, height * 0.58, width, height);
}

export function drawGlitter(
  context: CanvasRenderingContext2D,
  { width, height }: Landscape,
  { orb }: Palette,
  x: number,
  random: () => number,
): void {
  context.fillStyle = orb;
  for (let y = 0.59; y < 1; y += 0.012) {
    const depth = (y - 0.58) / 0.42;
    for (let count = 0; count < 3; count++) {
      context.globalAlpha = (1 - depth) * (0.25 + 0.5 * random());
      const length = width * (0.015 + 0.05 * depth) * (0.4 + random());
      const off = (random() - 0.5) * width * (0.06 + 0.22 * depth);
      context.fillRect(x + off - length / 2, height * y, length, Math.max(1, height * 0.004));
    }
  }
  context.globalAlpha = 1;
}

export function drawSail(
  context: CanvasRenderingContext2D,
  { width, height }: Landscape,
  { ground }: Palette,
): void {
  const [x, y, size] = [width * 0.27, height * 0.63, height * 0.17];
  context.fillStyle = ground[1];
  context.beginPath();
  context.moveTo(x - size * 0.34, y);
  context.quadraticCurveTo(x, y + size * 0.22, x + size * 0.42, y - size * 0.02);
  context.fill();
  context.fillStyle = "oklch(96% 0.015 80)";
  context.beginPath();
  context.moveTo(x, y - size);
  context.quadraticCurveTo(x + size * 0.34, y - size * 0.4, x + size * 0.32, y - size * 0.08);
  context.lineTo(x, y - size * 0.06);
  context.fill();
  context.beginPath();
  context.moveTo(x - size * 0.03, y - size * 0.86);
  context.quadraticCurveTo(x - size * 0.2, y - size * 0.4, x - size * 0.26, y - size * 0.08);
  context.lineTo(x - size * 0.03, y - size * 0.06);
  context.fill();
}
