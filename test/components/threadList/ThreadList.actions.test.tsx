import { fireEvent, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { renderList, transcript } from "./renderThreadList.tsx";

describe("the menu of a thread", () => {
  test("is opened and closed by the only other button of its row", async () => {
    const { nav, press, user } = await renderList({ texts: ["One"] });
    const menu = () => nav().queryByRole("menu", { name: "Actions for One" });
    expect(within(nav().getByRole("listitem")).getAllByRole("button")).toHaveLength(2);
    expect(press("Actions for One")).toHaveAttribute("aria-expanded", "false");
    await user.click(press("Actions for One"));
    expect(press("Actions for One")).toHaveAttribute("aria-expanded", "true");
    expect(press("Actions for One")).toHaveAttribute("aria-controls", menu()?.id);
    await user.click(press("Actions for One"));
    expect(press("Actions for One")).toHaveAttribute("aria-expanded", "false");
    expect(menu()).not.toBeInTheDocument();
  });

  test("takes the focus, moves it with arrow keys, and returns it", async () => {
    const { press, item, user } = await renderList({ texts: ["One"] });
    await user.click(press("Actions for One"));
    expect(item("Rename")).toHaveFocus();
    await user.keyboard("{ArrowDown}");
    expect(item("Archive")).toHaveFocus();
    await user.keyboard("{End}{ArrowDown}");
    expect(item("Rename")).toHaveFocus();
    await user.keyboard("{ArrowUp}");
    expect(item("Delete")).toHaveFocus();
    expect(item("Delete")).toHaveAttribute("data-destructive");
    await user.keyboard("{Home}{Escape}");
    expect(press("Actions for One")).toHaveFocus();
  });

  test("is closed by a click elsewhere and by Tab", async () => {
    const { nav, press, user } = await renderList({ texts: ["One"] });
    await user.click(press("Actions for One"));
    await user.click(transcript());
    expect(nav().queryByRole("menu")).not.toBeInTheDocument();
    await user.click(press("Actions for One"));
    await user.tab();
    expect(nav().queryByRole("menu")).not.toBeInTheDocument();
    expect(nav().queryByRole("button", { name: "New conversation" })).not.toHaveFocus();
    expect(document.body).not.toHaveFocus();
  });
});

describe("a title", () => {
  test("is edited in place: F2 starts, Enter saves, and the focus returns", async () => {
    const { nav, open, user } = await renderList({ texts: ["One"] });
    open("One").focus();
    await user.keyboard("{F2}");
    const field = nav().getByRole("textbox", { name: "Title" });
    expect(field).toHaveFocus();
    await user.clear(field);
    await user.type(field, "Better");
    // Safari ends the composition before the Enter that accepts its text.
    fireEvent.keyDown(field, { key: "Enter", keyCode: 229 });
    // Escape during a composition cancels the composed text only.
    fireEvent.keyDown(field, { key: "Escape", isComposing: true });
    expect(field).toBeInTheDocument();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(open("Better")).toHaveFocus());
    expect(nav().getByText("Renamed to Better")).toBeInTheDocument();
  });

  test("is edited without showing its thread", async () => {
    const chosen: string[] = [];
    const { nav, open, press, item, user } = await renderList({
      texts: ["One", "Two"],
      onSelect: (id) => chosen.push(id),
    });
    await user.click(open("Two"));
    await user.click(press("Actions for One"));
    await user.click(item("Rename"));
    await user.type(nav().getByRole("textbox", { name: "Title" }), "{Enter}");
    expect(open("One")).toHaveFocus();
    await user.click(press("Actions for One"));
    await user.click(item("Rename"));
    await user.type(nav().getByRole("textbox", { name: "Title" }), " more{Enter}");
    await waitFor(() => expect(open("One more")).toHaveFocus());
    expect(chosen).toEqual(["Two"]);
    expect(open("Two")).toHaveAttribute("aria-current", "true");
  });

  test("is unchanged after Escape", async () => {
    const { nav, open, press, item, user } = await renderList({ texts: ["One"] });
    await user.click(press("Actions for One"));
    await user.click(item("Rename"));
    await user.type(nav().getByRole("textbox", { name: "Title" }), " more{Escape}");
    expect(open("One")).toHaveFocus();
  });
});

describe("deleting", () => {
  test("asks for confirmation, and Escape or Keep cancels it", async () => {
    const { nav, open, press, rows, user } = await renderList({ texts: ["One"] });
    open("One").focus();
    await user.keyboard("{Delete}");
    expect(nav().getByRole("group", { name: "Delete “One” permanently?" })).toBeVisible();
    expect(press("Cancel")).toHaveFocus();
    await user.keyboard("{Escape}");
    expect(open("One")).toHaveFocus();
    await user.keyboard("{Delete}{Enter}");
    expect(open("One")).toHaveFocus();
    expect(rows()).toEqual(["One"]);
  });

  test("removes the thread from list and storage, and moves the focus to a neighbor", async () => {
    const storage = memoryStorage();
    const { nav, open, press, rows, user } = await renderList({
      texts: ["One", "Two", "Three"],
      storage,
    });
    await user.click(open("Two"));
    await user.keyboard("{Delete}");
    await user.click(press("Delete"));
    await waitFor(() => expect(rows()).toEqual(["Three", "One"]));
    expect(open("One")).toHaveFocus();
    await waitFor(() => expect(nav().getByText("Two deleted")).toBeInTheDocument());
    expect(within(transcript()).queryByText("Two")).not.toBeInTheDocument();
    await expect.poll(() => storage.load("Two")).toBe(undefined);
    for (const title of ["One", "Three"]) {
      open(title).focus();
      await user.keyboard("{Delete}");
      await user.click(press("Delete"));
    }
    await waitFor(() => expect(press("New conversation")).toHaveFocus());
  });

  test("is not confirmed by the second click of a double click", async () => {
    const { nav, press, item, rows, user } = await renderList({ texts: ["One"] });
    await user.click(press("Actions for One"));
    await user.click(item("Delete"));
    fireEvent.click(press("Delete"), { detail: 2 });
    expect(nav().getByRole("group", { name: "Delete “One” permanently?" })).toBeVisible();
    expect(rows()).toHaveLength(1);
    fireEvent.click(press("Delete"), { detail: 1 });
    await waitFor(() => expect(rows()).toEqual([]));
  });

  test("shows an error when it fails", async () => {
    const storage = memoryStorage();
    const { nav, open, press, user } = await renderList({
      texts: ["One"],
      storage: { ...storage, delete: () => Promise.reject(new Error("blocked")) },
    });
    open("One").focus();
    await user.keyboard("{Delete}");
    await user.click(press("Delete"));
    expect(await nav().findByRole("alert")).toHaveTextContent("Couldn’t save the change");
  });
});
