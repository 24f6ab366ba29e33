import { createContext } from "react";

/**
 * @internal False for rows far outside the viewport: of thousands of messages, only those in view subscribe to
 * changes and render icons. A row updates as soon as it comes into view.
 */
export const VisibilityContext = createContext(true);
