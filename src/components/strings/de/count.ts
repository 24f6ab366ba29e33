/** A number as it is written in German: `1.234,5`. */
export const number = (value: number): string => value.toLocaleString("de");

/** One or several, with how many there are. */
export const counted = (count: number, one: string, several: string): string =>
  `${number(count)} ${count === 1 ? one : several}`;
