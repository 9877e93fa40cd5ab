// Keeps the hall as it is: asks for the cards of the tables every other second and puts in what changed.

const PACE = 2000; // ms
const live = document.querySelector("#live");
const lost = document.querySelector("#lost");
let etag = "";

async function look() {
  try {
    const answer = await fetch(`live${location.search}`, { headers: etag ? { "If-None-Match": etag } : {} });
    if (answer.status === 200) {
      etag = answer.headers.get("ETag") || "";
      live.innerHTML = await answer.text(); // our own server's, escaped there
    }
    lost.hidden = answer.ok || answer.status === 304;
  } catch {
    lost.hidden = false;
  }
  setTimeout(look, PACE);
}

setTimeout(look, PACE);
