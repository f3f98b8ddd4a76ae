import type { Notice, Remedy } from "../call/notices";

/** What is wrong, in words. The two boxes are always there: a live region that appears together with its text is not announced. */
export function Notices({ notices, remedy }: { notices: readonly Notice[]; remedy: (does: Remedy) => void }) {
  return (
    <div className="notices">
      <div role="alert">
        {notices
          .filter((notice) => notice.urgent)
          .map((notice) => (
            <Box key={notice.about} notice={notice} remedy={remedy} />
          ))}
      </div>
      <div role="status">
        {notices
          .filter((notice) => !notice.urgent)
          .map((notice) => (
            <Box key={notice.about} notice={notice} remedy={remedy} />
          ))}
      </div>
    </div>
  );
}

export function Box({ notice, remedy }: { notice: Notice; remedy: (does: Remedy) => void }) {
  const { remedy: cure } = notice;
  return (
    <div className="notice" data-urgent={notice.urgent}>
      <div>
        <p className="notice-title">{notice.title}</p>
        <p className="notice-text">{notice.text}</p>
      </div>
      {cure && (
        <button
          type="button"
          className="button"
          onClick={() => {
            remedy(cure.does);
          }}
        >
          {cure.label}
        </button>
      )}
    </div>
  );
}
