const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** @internal The size of a file as people of a language write it: `1.5 MB`, of 1024 kB each. */
export function formatBytes(bytes: number, language: string): string {
  const power = bytes < 1 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: UNITS[power] ?? "byte",
    unitDisplay: power > 0 ? "short" : "long",
    maximumFractionDigits: 1,
  }).format(bytes / 1024 ** power);
}
