import type { Flight, FlightList } from "../../flights.ts";

export interface Destination {
  readonly city: string;
  readonly flights: readonly [Flight, Flight, Flight];
}

export const HOME = "Berlin";

/** Destinations with their flights, the earliest first and the same every day. */
export const timetable: readonly Destination[] = [
  {
    city: "Lisbon",
    flights: flights(
      "LS",
      ["06:50", "09:35", 189],
      ["11:20", "14:05", 148],
      ["17:45", "20:30", 164],
    ),
  },
  {
    city: "Oslo",
    flights: flights("OS", ["08:05", "09:45", 92], ["13:30", "15:10", 118], ["19:10", "20:50", 79]),
  },
  {
    city: "Vienna",
    flights: flights("VN", ["07:15", "08:30", 86], ["12:40", "13:55", 104], ["18:25", "19:40", 97]),
  },
  {
    city: "Rome",
    flights: flights(
      "RM",
      ["06:30", "08:40", 121],
      ["12:10", "14:20", 133],
      ["20:00", "22:10", 99],
    ),
  },
];

/** Price of a bag in euros. */
export const BAG_PRICE = 25;

/** Free seats of every flight. */
export const freeSeats: readonly string[] = [
  "14A",
  "14C",
  "14D",
  "15B",
  "15E",
  "15F",
  "16A",
  "16B",
  "16F",
  "17C",
  "17D",
  "17E",
];

/** Returns the first Friday that is at least four days away. */
export function nextFriday(now: Date): string {
  const day = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + 4));
  day.setUTCDate(day.getUTCDate() + ((5 - day.getUTCDay() + 7) % 7));
  return day.toISOString().slice(0, 10);
}

export function flightList({ city, flights }: Destination, date: string): FlightList {
  return { from: HOME, to: city, date, flights };
}

type Line = readonly [departs: string, arrives: string, price: number];

function flights(code: string, first: Line, second: Line, third: Line): Destination["flights"] {
  const flight = (number: number, [departs, arrives, price]: Line): Flight => ({
    flight: `${code} ${number}`,
    departs,
    arrives,
    price,
  });
  return [flight(140, first), flight(162, second), flight(184, third)];
}
