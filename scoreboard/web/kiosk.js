// A display that hangs on a wall by itself (?kiosk=MINUTES): no pointer, nothing to tap, and black when nothing has
// happened at the table for so many minutes. With 0 it never goes dark. &scale=0.95 leaves a rim where the screen cuts it.

/** Hangs the page and gives what wakes it: it is called with the last word of the topic that brought news. */
export function hang(minutes, scale) {
  const { body } = document;
  body.classList.add("kiosk");
  if (scale >= 0.5 && scale < 1) body.style.transform = `scale(${scale})`;
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
