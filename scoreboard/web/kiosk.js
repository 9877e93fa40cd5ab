// A display that hangs on a wall by itself (?kiosk=MINUTES): no pointer, nothing to tap, and black when nothing has
// happened at the table for so many minutes. With 0 it never goes dark.

/** Hangs the page and gives what wakes it: it is called with the last word of the topic that brought news. */
export function hang(minutes) {
  const { body } = document;
  body.classList.add("kiosk");
  let timer = 0;
  const wake = () => {
    body.classList.remove("dark");
    clearTimeout(timer);
    if (minutes > 0) timer = setTimeout(() => body.classList.add("dark"), minutes * 60_000);
  };
  wake();
  // That a part of the program works again, or does not, is no play.
  return (what) => ["availability", "status", "online"].includes(what) || wake();
}
