import { createContext } from "react";

/**
 * @internal Whether what stands here is near enough to be seen. What is not, of thousands of messages, neither hears of
 * changes nor draws signs; it is up to date again as soon as it is.
 */
export const VisibilityContext = createContext(true);
