import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { NamedList } from "../src/settings/NamedList";

test("what is added goes once, however soon behind its answer the button is pressed again", async () => {
  const added: string[] = [];
  const add = (what: string) => {
    added.push(what);
    return Promise.resolve(true);
  };
  render(<NamedList title="Left out" hint="" rows={[]} remove={() => undefined} empty="" example="" longest={80} add={add} />);
  const line = screen.getByLabelText<HTMLInputElement>("Left out", { selector: "input" });
  fireEvent.change(line, { target: { value: "Undo" } });
  const submit = () => line.form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  submit();
  for (let turns = 0; turns < 5; turns++) await Promise.resolve();
  submit();
  expect(added).toEqual(["Undo"]);
  expect(line.value).toBe("");
});
