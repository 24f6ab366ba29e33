import reboot from "bootstrap/dist/css/bootstrap-reboot.css?raw";
import { compile } from "tailwindcss";
import preflight from "tailwindcss/preflight.css?raw";
import { addStyles, changesBy } from "./styleChanges.ts";

/** Preflight as built for an application, with its theme functions resolved. */
const tailwind = (await compile(preflight)).build([]);

/** Style sheets that reset or style plain elements, most of them outside any cascade layer. */
export const resets = {
  "a reset that flattens everything": `
    *, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid #e5e7eb; }
    button, input, select, textarea, [type="button"], [type="submit"] {
      font: inherit; color: inherit; background-color: transparent; background-image: none;
      border-radius: 0; letter-spacing: inherit; text-align: center;
    }
    h1, h2, h3, h4, h5, h6 { font-size: inherit; font-weight: inherit; }
    ol, ul, menu { list-style: none; }
    a { color: inherit; text-decoration: inherit; }
    code, pre { font-family: monospace; font-size: 1em; color: red; }
    img, svg, video, audio { display: block; vertical-align: middle; }
    summary { display: list-item; }
    textarea { resize: vertical; }
    table { border-collapse: collapse; text-indent: 0; }`,
  "a reset that styles every element": `
    * { box-sizing: border-box; }
    body { line-height: 1; }
    h2 { margin: 20px 0; font-size: 32px; line-height: 1.2; }
    p, ul, ol, dl, pre, figure, blockquote { margin: 0 0 16px; }
    ul, ol { padding-left: 32px; }
    dd { margin: 0 0 8px; }
    dt { font-weight: 700; }
    button { border: 2px outset; border-radius: 0; background: #eee; color: #111; padding: 1px 6px; }
    textarea { border: 1px solid #ccc; padding: 10px; background: #fff; resize: vertical; font: 20px serif; }
    pre, code { color: red; font-size: 20px; }
    a { color: red; text-decoration: none; }
    summary { display: list-item; padding: 8px; }
    label { display: block; margin-bottom: 8px; }
    svg { vertical-align: middle; }`,
  "the style sheet of an application template": `
    :root { line-height: 145%; letter-spacing: 0.18px; }
    h1, h2, h3 { color: crimson; font-weight: 500; letter-spacing: -0.24px; line-height: 118%; }
    h2 { font-size: 24px; margin: 0 0 8px; }
    p { margin: 0; }
    a { font-weight: 500; color: crimson; text-decoration: inherit; }
    code, kbd { display: inline-flex; padding: 4px 8px; border-radius: 4px; font-size: 15px; line-height: 135%; }
    code { background: beige; color: crimson; letter-spacing: 1px; }
    button { border-radius: 8px; border: 1px solid transparent; padding: 0.6em 1.2em; font: 500 1em sans-serif; }
    button { background: #1a1a1a; cursor: pointer; }`,
  "Tailwind's preflight": tailwind,
  "Tailwind's preflight in its layer, which comes after those of the chat": `@layer base { ${tailwind} }`,
  "Bootstrap's reset": reboot,
};

/** Returns the visible changes of all matching elements by reset; resets without changes are left out. */
export function changesByResets(selector: string): Record<string, readonly string[]> {
  // A chat inherits font, line height, letter spacing and text color on purpose.
  addStyles(`body {
    font-family: sans-serif !important; line-height: 1.5 !important;
    letter-spacing: normal !important; color: black !important;
  }`);
  return Object.fromEntries(
    Object.entries(resets)
      .map(([name, reset]) => [name, changesBy(reset, selector)] as const)
      .filter(([, changes]) => changes.length > 0),
  );
}
