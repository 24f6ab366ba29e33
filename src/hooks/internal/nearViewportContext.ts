import { createContext } from "react";

/**
 * @internal True for rows near the viewport. Of thousands of messages, only those in view subscribe to
 * changes and render icons. A row updates as soon as it comes into view.
 */
export const NearViewportContext = createContext(true);
