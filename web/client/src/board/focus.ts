import { useLayoutEffect, type RefObject } from "react";

/** The buttons of a box go with it: the keyboard that was on one of them stays in the call, instead of at the top of the page. */
export function useLeavesFocusInTheCall(box: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const shown = box.current;
    return () => {
      if (shown?.contains(document.activeElement)) shown.closest("main")?.focus({ preventScroll: true });
    };
  }, [box]);
}
