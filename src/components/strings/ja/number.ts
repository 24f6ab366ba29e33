/** A number as it is written in Japanese: `1,234.5`. */
export const number = (value: number): string => value.toLocaleString("ja");
