// Code that every page of the sheets shares.

const query = new URLSearchParams(location.search);
export const scene = query.get("scene") ?? "empty";
export const hasThreads = query.has("threads");
export const theme = query.get("theme") ?? "light";
export const root = document.getElementById("root");
export const agentUrl = `/agent/${scene}`;

export const greeting = "Good morning, Nora";
export const subtitle = "I know your orders, products and customers. How can I help?";
export const suggestions = [
  "Which products sold best this week?",
  "Find orders that are late",
  "Refund an order",
  "Write a product description",
];

// Each library reads the scheme from a place of its own.
document.documentElement.dataset.theme = theme;
document.documentElement.classList.toggle("dark", theme === "dark");
document.documentElement.style.colorScheme = theme;

/** Tells the screenshots how to send a message, once the page can. */
export function ready(send) {
  window.sendMessage = send;
}
