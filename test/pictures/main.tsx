import "agui-kit/styles.css";
import "./page.css";
import { createRoot } from "react-dom/client";
import { labelsIn } from "./labelsIn.ts";
import { createShopClient, ShopChat } from "./ShopChat.tsx";
import { screenshots } from "./screenshots.ts";

const parameters = new URLSearchParams(location.search);
const screenshot = screenshots[parameters.get("screenshot") ?? ""];
const root = document.getElementById("root");
if (!screenshot || !root)
  throw new Error(`Add ?screenshot= with one of ${Object.keys(screenshots).join(", ")}.`);
document.documentElement.dataset.theme = parameters.get("theme") ?? "light";

const client = createShopClient(screenshot);
createRoot(root).render(<ShopChat client={client} />);

const { sent } = screenshot;
// Resolves with the run, so that a picture shows its end.
Object.assign(window, {
  isSettled: sent ? client.thread().send(sent) : Promise.resolve(),
  readLabels: () => labelsIn(document),
});
