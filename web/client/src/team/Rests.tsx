/** Without a model there is nobody to do the work. */
export function Rests() {
  return (
    <p className="team-rests">The team rests: no language model is set on this server. What you hand over waits until there is one.</p>
  );
}
