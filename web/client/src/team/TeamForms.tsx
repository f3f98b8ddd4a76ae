import { type SyntheticEvent, useId, useState } from "react";
import type { NewTeam } from "./team_api";

const EMPTY: NewTeam = { name: "", description: "", mission: "", leadAgentName: "", leadAgentPrompt: "" };

interface TeamProps {
  make: (wanted: NewTeam) => Promise<void>;
  cancel: () => void;
}

/** A team: what it is there for, and who leads it. */
export function NewTeamForm({ make, cancel }: TeamProps) {
  const [wanted, setWanted] = useState(EMPTY);
  const put = (name: keyof NewTeam) => (words: string) => setWanted((now) => ({ ...now, [name]: words }));
  const ready = [wanted.name, wanted.mission, wanted.leadAgentName].every((words) => words.trim() !== "");
  return (
    <Form label="A new team" submit="Make the team" ready={ready} send={() => make(wanted)} cancel={cancel}>
      <Field label="Name" value={wanted.name} change={put("name")} longest={80} first />
      <Field label="Mission" hint="What it is there for" value={wanted.mission} change={put("mission")} longest={2000} long />
      <Field label="Description" hint="May be left out" value={wanted.description} change={put("description")} longest={2000} />
      <Field label="Name of its lead" value={wanted.leadAgentName} change={put("leadAgentName")} longest={80} />
      <Field
        label="What the lead knows and does"
        hint="May be left out"
        value={wanted.leadAgentPrompt}
        change={put("leadAgentPrompt")}
        longest={2000}
        long
      />
    </Form>
  );
}

interface WorkerProps {
  add: (name: string, prompt: string) => Promise<void>;
  cancel: () => void;
}

/** Another agent, to whom the lead delegates. */
export function NewWorkerForm({ add, cancel }: WorkerProps) {
  const [name, setName] = useState("");
  const [prompt, setPrompt] = useState("");
  return (
    <Form label="A new worker" submit="Add the worker" ready={name.trim() !== ""} send={() => add(name, prompt)} cancel={cancel}>
      <Field label="Name" value={name} change={setName} longest={80} first />
      <Field label="What it knows and does" hint="May be left out" value={prompt} change={setPrompt} longest={2000} long />
    </Form>
  );
}

interface FormProps {
  label: string;
  submit: string;
  ready: boolean;
  send: () => Promise<void>;
  cancel: () => void;
  children: React.ReactNode;
}

function Form({ label, submit, ready, send, cancel, children }: FormProps) {
  const [busy, setBusy] = useState(false);
  const sent = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!ready || busy) return;
    setBusy(true);
    void send().finally(() => setBusy(false));
  };
  return (
    <form className="team-form" aria-label={label} onSubmit={sent}>
      {children}
      <div className="talk-acts">
        <button type="submit" className="plain-button" aria-disabled={!ready || busy}>
          {submit}
        </button>
        <button type="button" className="text-button" onClick={cancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

interface FieldProps {
  label: string;
  hint?: string;
  value: string;
  change: (words: string) => void;
  longest: number;
  long?: boolean;
  /** Has the keyboard at first. */
  first?: boolean;
}

function Field({ label, hint, value, change, longest, long = false, first = false }: FieldProps) {
  const id = useId();
  return (
    <div className="team-field">
      <label htmlFor={id}>
        {label}
        {hint !== undefined && <span className="hint"> {hint}</span>}
      </label>
      {long ? (
        <textarea id={id} rows={3} maxLength={longest} value={value} onChange={(event) => change(event.target.value)} />
      ) : (
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the form takes the place of the button that was pressed
        <input id={id} maxLength={longest} value={value} autoFocus={first} onChange={(event) => change(event.target.value)} />
      )}
    </div>
  );
}
