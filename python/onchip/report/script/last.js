/* Draws everything, and again when the window or the colours change. */
drawAll();
window.addEventListener("resize", drawAll);
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
window.addEventListener("beforeprint", drawAll);
document.documentElement.dataset.drawn = Math.round(performance.now() - begun);
