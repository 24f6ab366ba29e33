import process from "node:process";
import { defineConfig } from "vite";
import { demoConfig } from "./demoConfig.ts";
import { readHeaders } from "./server/agentProxy.ts";

const { AGENT_URL, AGENT_HEADERS, AGENT_DIALECT, CI, DISPLAY, WAYLAND_DISPLAY } = process.env;
const hasDisplay = process.platform !== "linux" || Boolean(DISPLAY ?? WAYLAND_DISPLAY);

const config = demoConfig({
  agentUrl: AGENT_URL || undefined,
  agentHeaders: readHeaders(AGENT_HEADERS),
  agentDialect: AGENT_DIALECT || undefined,
});

export default defineConfig({
  ...config,
  server: { ...config.server, open: !CI && hasDisplay },
});
