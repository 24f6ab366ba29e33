/** What `search_flights` answers. */
export interface FlightList {
  readonly from: string;
  readonly to: string;
  /** As `2030-05-31`. */
  readonly date: string;
  readonly flights: readonly Flight[];
}

export interface Flight {
  readonly flight: string;
  /** As `07:10`, where it starts. */
  readonly departs: string;
  /** As `10:25`, where it lands. */
  readonly arrives: string;
  /** In euros. */
  readonly price: number;
}

/** What `book_flight` takes, and what a person may change before they approve it. */
export interface BookingOrder {
  readonly flight: string;
  /** As `2030-05-31`. */
  readonly date: string;
  /** As `14A`; absent when any will do. */
  readonly seat?: string;
  readonly bags: number;
}

/** What `book_flight` answers. */
export type Booking =
  | (BookingOrder & {
      readonly status: "booked";
      readonly code: string;
      readonly from: string;
      readonly to: string;
      readonly departs: string;
      readonly arrives: string;
      /** In euros. */
      readonly total: number;
    })
  | { readonly status: "not booked"; readonly reason: string };

/** A date as one says it: “Friday 31 May”, or “Fri 31 May” where there is little room. */
export function sayDate(date: string, length: "long" | "short" = "long"): string {
  const day = new Date(`${date}T12:00:00Z`);
  if (Number.isNaN(day.getTime())) return date;
  const format = new Intl.DateTimeFormat("en-GB", {
    weekday: length,
    day: "numeric",
    month: length,
    timeZone: "UTC",
  });
  return format.format(day).replace(",", "");
}
