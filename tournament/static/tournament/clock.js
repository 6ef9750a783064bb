// Clocks count down to the bell, or on with the time of day, by the server's time: a device's own clock may be wrong.
(() => {
  const ahead = new WeakMap();  // how far the server is ahead of this device, in ms
  const two = (number) => String(number).padStart(2, "0");

  const words = (clock, now) => {
    if (!clock.dataset.until) {
      const day = new Date(now + 60000 * clock.dataset.zone);
      return `${day.getUTCHours() % 12 || 12}:${two(day.getUTCMinutes())}`;
    }
    const left = Math.max(0, Math.ceil((clock.dataset.until - now) / 1000));
    clock.classList.toggle("soon", left <= 120);
    clock.classList.toggle("over", left === 0);
    return `${Math.floor(left / 60)}:${two(left % 60)}`;
  };

  const count = () => document.querySelectorAll("time.clock").forEach((clock) => {
    if (!ahead.has(clock)) ahead.set(clock, clock.dataset.now - Date.now());
    const said = words(clock, Date.now() + ahead.get(clock));
    if (clock.textContent !== said) clock.textContent = said;
  });

  count();
  setInterval(count, 200);
  document.addEventListener("htmx:afterSettle", count);
})();
