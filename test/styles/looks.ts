/** A color as it is painted, in sRGB from 0 to 255. */
export type Pixel = readonly [red: number, green: number, blue: number];

const canvas = document.createElement("canvas");
canvas.width = 1;
canvas.height = 1;
const context = canvas.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;

/** Paints colors over each other, the lowest first. */
function paint(...layers: readonly (readonly [color: string, alpha: number])[]): Pixel {
  context.globalAlpha = 1;
  context.fillStyle = "white";
  context.fillRect(0, 0, 1, 1);
  for (const [color, alpha] of layers) {
    context.globalAlpha = alpha;
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

type Layer = readonly [color: string, alpha: number];

const opacityOf = (element: Element) => Number(getComputedStyle(element).opacity);

/** Returns the elements from the root to an element. */
function pathTo(element: Element): readonly Element[] {
  return element.parentElement ? [...pathTo(element.parentElement), element] : [element];
}

/** Returns the backgrounds below the content of an element, the lowest first. */
function layersOf(element: Element): readonly Layer[] {
  let alpha = 1;
  return pathTo(element).flatMap((ancestor): Layer[] => {
    alpha *= opacityOf(ancestor);
    const { backgroundColor, backgroundImage, backgroundSize } = getComputedStyle(ancestor);
    // The fill of a control: a gradient of one color. A gradient with a size covers only a part.
    const image = backgroundSize === "auto" ? backgroundImage : "";
    const [, fill] = /^linear-gradient\((.+?\)|\S+?) 0(?:px|%)/.exec(image) ?? [];
    return [[backgroundColor, alpha], ...(fill ? [[fill, alpha] as const] : [])];
  });
}

/** Returns the color of the background of an element. */
export const fillOf = (element: Element): Pixel => paint(...layersOf(element));

/** Returns a color as it is painted over the background of an element, or around the element. */
export function paintOn(element: Element, color: string, isAround = false): Pixel {
  const ground = isAround && element.parentElement ? element.parentElement : element;
  const alpha = pathTo(element).reduce((product, ancestor) => product * opacityOf(ancestor), 1);
  return paint(...layersOf(ground), [color, alpha]);
}

/** Returns the contrast ratio of two painted colors. */
export function contrastOf(a: Pixel, b: Pixel): number {
  const [light = 0, dark = 0] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const linear = (value: number) =>
  value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;

function luminanceOf([red, green, blue]: Pixel): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Returns the distance of two painted colors in OKLab: 0.02 is just visible beside each other. */
export function distanceOf(a: Pixel, b: Pixel): number {
  const [first, second] = [okLab(a), okLab(b)];
  return Math.hypot(...first.map((value, index) => value - (second[index] ?? 0)));
}

function okLab(pixel: Pixel): readonly number[] {
  const [r, g, b] = pixel.map(linear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Returns the painted colors of an element by their names: of its background, border, content and pseudo-elements. */
export function looksOf(element: Element): ReadonlyMap<string, Pixel> {
  const style = getComputedStyle(element);
  const looks = new Map([
    ["fill", fillOf(element)],
    ["text", paintOn(element, style.color)],
  ]);
  if (style.borderTopStyle !== "none" && style.borderTopWidth !== "0px")
    looks.set("border", paintOn(element, style.borderTopColor, true));
  if (style.borderBottomStyle !== "none" && style.borderBottomWidth !== "0px")
    looks.set("line below", paintOn(element, style.borderBottomColor, true));
  for (const icon of element.querySelectorAll(".agk-icon"))
    looks.set("icon", paintOn(icon, getComputedStyle(icon).color));
  if (element.matches("input[type=file]")) {
    const { backgroundColor } = getComputedStyle(element, "::file-selector-button");
    looks.set("button", paintOn(element, backgroundColor));
  }
  const after = getComputedStyle(element, "::after");
  if (after.content !== "none" && after.borderLeftStyle !== "none") {
    const alpha = Number(after.opacity);
    looks.set("edge", paint(...layersOf(element), [after.borderLeftColor, alpha]));
  }
  return looks;
}

/** Returns the largest distance between the same parts of two elements. */
export function differenceOf(a: Element, b: Element): number {
  const looks = looksOf(b);
  return Math.max(
    ...[...looksOf(a)].map(([name, pixel]) => distanceOf(pixel, looks.get(name) ?? pixel)),
  );
}

/** Returns the visible texts of an element with their contrast. */
export function textContrasts(element: Element): readonly number[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const contrasts: number[] = [];
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent || walker.currentNode.nodeValue?.trim() === "") continue;
    if (parent.closest(".agk-sr-only, .agk-reserve, option, style")) continue;
    contrasts.push(contrastOf(paintOn(parent, getComputedStyle(parent).color), fillOf(parent)));
  }
  return contrasts;
}
