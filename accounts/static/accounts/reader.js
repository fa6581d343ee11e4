/* The browser knows its time zone: fill it in where a form asks for it, and offer it where the account has another. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) {
  for (const input of document.querySelectorAll("[data-time-zone]")) input.value ||= zone;
  for (const offer of document.querySelectorAll("[data-zone-offer]")) {
    if (offer.dataset.zoneOffer === zone) continue;
    offer.querySelector("[name=time_zone]").value = zone;
    offer.querySelector("[data-zone-name]").textContent = zone.replaceAll("_", " ");
    offer.hidden = false;
  }
}
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent.trim());
    button.textContent = button.dataset.done;
  });
}
/* On a narrow screen the list of settings slides: show where one is. */
document.querySelector(".setting-links [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
