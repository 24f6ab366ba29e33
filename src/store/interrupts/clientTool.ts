/** The reason with which TanStack hands the call of a frontend tool to the page, as an interrupt. */
export const TANSTACK_CLIENT_TOOL = "tanstack:client_tool_execution";
