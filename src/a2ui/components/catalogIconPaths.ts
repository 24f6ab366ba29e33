import { iconPaths } from "../../components/ui/iconPaths.ts";

const speaker = "M2.5 6v4H5l3.5 3V3L5 6z";
const star = "M8 2l1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z";
const bell = "M4 11.5V7a4 4 0 0 1 8 0v4.5M2.5 11.5h11M6.8 14h2.4";
const eye = "M1.5 8Q8 0 14.5 8 8 16 1.5 8M8 6a2 2 0 1 1 0 4a2 2 0 1 1 0-4";
const heart = "M8 13.5C1 9 2 3 5 3c1.6 0 2.6 1.1 3 2 .4-.9 1.4-2 3-2 3 0 4 6-3 10.5";
const calendar = "M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3";
const phone = "M3.5 2.5h2.8L7.5 6 6 7.2a7 7 0 0 0 2.8 2.8L10 8.5l3.5 1.2v2.8q-10 1.5-10-10";
const circle = "M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13";
const slash = "M2.5 2.5l11 11";

/** Path data of the icons of the basic catalog on a 16 × 16 grid, by name. */
export const catalogIconPaths: Readonly<Record<string, string>> = {
  accountCircle: `${circle}M8 4.5a2 2 0 1 1 0 4a2 2 0 1 1 0-4M4 12.5a4.5 4.5 0 0 1 8 0`,
  add: iconPaths.attach,
  arrowBack: "M13 8H3M7.5 3.5 3 8l4.5 4.5",
  arrowForward: "M3 8h10M8.5 3.5 13 8l-4.5 4.5",
  attachFile: "M12.5 7.5 8 12a3 3 0 0 1-4.2-4.2l5-5a2 2 0 0 1 2.8 2.8l-5 5a1 1 0 0 1-1.4-1.4L9.5 5",
  calendarToday: calendar,
  call: phone,
  camera: "M2 5h3l1-2h4l1 2h3v8H2zM8 6.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5",
  check: iconPaths.done,
  close: iconPaths.remove,
  delete: iconPaths.delete,
  download: iconPaths.download,
  edit: iconPaths.edit,
  event: `${calendar}M8.5 9h2.5v2.5H8.5z`,
  error: iconPaths.alert,
  fastForward: "M3 4v8l5-4zM8 4v8l5-4z",
  favorite: heart,
  favoriteOff: `${heart}${slash}`,
  folder: "M2 4h4l1.5 2H14v7H2z",
  help: `${circle}M6 6.2a2 2 0 1 1 2.6 2q-.6.3-.6 1.2M8 11.5v.1`,
  home: "M2.5 8 8 3l5.5 5M4 7v6.5h8V7",
  info: `${circle}M8 7.5v4M8 4.8v.1`,
  locationOn:
    "M8 14.5Q3.5 9.5 3.5 6a4.5 4.5 0 0 1 9 0q0 3.5-4.5 8.5M8 4.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3",
  lock: "M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2",
  lockOpen: "M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 4.8-1",
  mail: "M2 3.5h12v9H2zM2 4.5 8 9l6-4.5",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  moreVert: "M8 3.5v.1M8 8v.1M8 12.5v.1",
  moreHoriz: "M3.5 8h.1M8 8h.1M12.5 8h.1",
  notificationsOff: `${bell}${slash}`,
  notifications: bell,
  pause: iconPaths.pause,
  payment: "M2 3.5h12v9H2zM2 6.5h12M4.5 10h2.5",
  person: "M8 3a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5M3 13.5a5 5 0 0 1 10 0",
  phone,
  photo: iconPaths.fileImage,
  play: iconPaths.play,
  print: "M4.5 6V2.5h7V6M4.5 11H2.5V6h11v5h-2M4.5 9.5h7v4h-7z",
  refresh: iconPaths.retry,
  rewind: "M13 4v8L8 8zM8 4v8L3 8z",
  search: "M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9M10.5 10.5l3 3",
  send: iconPaths.send,
  settings:
    "M8 5.8a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 1 1 0-4.4M8 2v2M8 12v2M2 8h2M12 8h2M3.8 3.8l1.4 1.4M10.8 10.8l1.4 1.4M3.8 12.2l1.4-1.4M10.8 5.2l1.4-1.4",
  share:
    "M12 2.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3M4 6.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3M12 10.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 1 1 0-3M5.3 7.3l5.4-2.6M5.3 8.7l5.4 2.6",
  shoppingCart: "M1.5 2.5h2L5.5 10h7L14 5H4.5M6.5 13h.1M11.5 13h.1",
  skipNext: "M4 4v8l6-4zM12 4v8",
  skipPrevious: "M12 4v8L6 8zM4 4v8",
  star,
  starHalf: `${star}M8 2v9.4`,
  starOff: `${star}${slash}`,
  stop: iconPaths.stop,
  upload: "M8 10.5V3M4.5 6.5 8 3l3.5 3.5M2.5 13.5h11",
  visibility: eye,
  visibilityOff: `${eye}${slash}`,
  volumeDown: `${speaker}M11 5.5a3.5 3.5 0 0 1 0 5`,
  volumeMute: speaker,
  volumeOff: `${speaker}M11 6l3.5 4M14.5 6 11 10`,
  volumeUp: iconPaths.readAloud,
  warning: "M8 2.5 14.5 13.5h-13zM8 6.5v3.5M8 11.8v.1",
};
