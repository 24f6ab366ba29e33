// @vitest-environment node
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { HostilePage, hostilePlaces } from "./places.tsx";
import { FOREIGN_HOST, hostileVectors } from "./vectors.ts";

/** Elements that run scripts, or load something by themselves. */
const UNSAFE_ELEMENT =
  /<(?:script|iframe|object|embed|link|meta|base|style|math|form action)\b[^>]*>/gi;
/** Event handlers, and styles that a CSP forbids. */
const UNSAFE_ATTRIBUTE = / (?:on\w+|style|srcdoc)="[^"]*"/gi;
const ADDRESS = / (?:xlink:href|href|src|srcset|poster|data|action|formaction)="[^"]*"/gi;
const UNSAFE_ADDRESS = /="(?:javascript|vbscript|data:text|data:image\/svg)/i;
const REQUEST = new RegExp(`^ (?:src|srcset|poster|data)="[^"]*${FOREIGN_HOST}`, "i");

const decode = (html: string) =>
  html
    .replace(/&#x([\da-f]+);/gi, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replaceAll("&amp;", "&")
    .replace(/[\p{Cc} ]/gu, "");

/** Returns the faults in the HTML of React, which escapes quotation marks and `<` in texts and attributes. */
function findFaults(html: string): string[] {
  const addresses = html.match(ADDRESS) ?? [];
  return [
    ...(html.match(UNSAFE_ELEMENT) ?? []),
    ...(html.match(UNSAFE_ATTRIBUTE) ?? []),
    ...addresses.filter((text) => UNSAFE_ADDRESS.test(decode(text)) || REQUEST.test(text)),
  ];
}

test("there are 660 vectors in 16 places", () => {
  expect(new Set(hostileVectors).size).toBe(660);
  expect(Object.keys(hostilePlaces)).toHaveLength(16);
});

test.each([
  <script key="a">{"a"}</script>,
  <p key="b" style={{ color: "red" }} />,
  <a key="c" href="data:text/html,a">
    a
  </a>,
  <source key="d" src={`https://${FOREIGN_HOST}/a.mp4`} />,
])("finds a fault in unsafe markup %#", (element) => {
  expect(findFaults(renderToString(element))).toHaveLength(1);
});

test.each(Object.keys(hostilePlaces))(
  "the HTML of a server runs, styles and requests nothing for 660 vectors as %s",
  (place) => {
    const html = renderToString(<HostilePage texts={hostileVectors} places={[place]} />);
    expect(html).not.toContain('data-place=""></div>');
    expect(html.split("data-place=")).toHaveLength(661);
    expect(findFaults(html)).toEqual([]);
  },
);
