/**
 * Whether a JSON text holds a number that is another one once it has been parsed, as identifiers of
 * more than 16 digits are. `1.50` is not: it means the same as `1.5`.
 */
export function losesPrecision(json: string): boolean {
  const tokens = json.match(STRING_OR_NUMBER) ?? [];
  return tokens.some((token) => {
    if (token.startsWith('"')) return false;
    return decimal(token) !== decimal(String(Number(token)));
  });
}

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/** The same text for every way to write one number; undefined for what is none, as infinity. */
function decimal(token: string): string | undefined {
  const [, sign, whole, fraction = "", power = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(token) ?? [];
  if (whole === undefined) return undefined;
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const short = digits.replace(/0+$/, "");
  if (short === "") return "0";
  return `${sign}${short}e${Number(power) - fraction.length + digits.length - short.length}`;
}
