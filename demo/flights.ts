export interface FlightList {
  readonly from: string;
  readonly to: string;
  /** Date, such as `2030-05-31`. */
  readonly date: string;
  readonly flights: readonly Flight[];
}

export interface Flight {
  readonly flight: string;
  /** Local time of departure, such as `07:10`. */
  readonly departs: string;
  /** Local time of arrival, such as `10:25`. */
  readonly arrives: string;
  /** Price in euros. */
  readonly price: number;
}

/** Arguments of `book_flight`, which the user may edit before approval. */
export interface BookingOrder {
  readonly flight: string;
  /** Date, such as `2030-05-31`. */
  readonly date: string;
  /** Seat, such as `14A`; absent when any seat will do. */
  readonly seat?: string;
  readonly bags: number;
}

export type Booking =
  | (BookingOrder & {
      readonly status: "booked";
      readonly code: string;
      readonly from: string;
      readonly to: string;
      readonly departs: string;
      readonly arrives: string;
      /** Total in euros. */
      readonly total: number;
    })
  | { readonly status: "not booked"; readonly reason: string };

/** Formats a date as “Friday 31 May”, or as “Fri 31 May” where space is limited. */
export function formatDate(date: string, length: "long" | "short" = "long"): string {
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
