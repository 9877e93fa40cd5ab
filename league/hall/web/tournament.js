// The page of a tournament: the timer of the round runs, and a big screen is drawn anew every so often.

const timer = document.querySelector("#timer");

function tick() {
  const left = Math.round((Date.parse(timer.dataset.ends) - Date.now()) / 1000), s = Math.abs(left);
  const text = [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60].map((n) => String(n).padStart(2, "0")).join(":");
  timer.textContent = left < 0 ? `${timer.dataset.over} +${text}` : text;
  timer.classList.toggle("alarm", left < 0);
}

if (timer) {
  tick();
  setInterval(tick, 1000);
}
if (document.body.classList.contains("screen")) setTimeout(() => location.reload(), 15000);
