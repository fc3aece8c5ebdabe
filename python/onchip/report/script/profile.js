/* The profile: files, their functions, and what their cycles were spent on. */
const profile = data.profile;
if (profile) {
  const canvas = by("profile-canvas"), high = 20;
  redraws.push(() => {
    const [context, width] = prepare(canvas, high * profile.rows.length);
    profile.rows.forEach((row, depth) => {
      for (const [name, from, share, kind] of row) {
        const x = width * from, wide = width * share;
        if (wide < 0.5) continue;
        context.fillStyle = colour(kind);
        context.fillRect(x, depth * high, Math.max(wide - 0.5, 0.5), high - 1);
        context.fillStyle = ink(colour(kind));
        label(context, name, x, depth * high + 14, wide);
      }
    });
  });
  explain(canvas, (x, y) => {
    const at = x / (canvas.clientWidth || 800), row = profile.rows[Math.floor(y / high)] || [];
    const found = row.find(([, from, share]) => from <= at && at < from + share);
    if (!found) return "";
    const [name, , share] = found;
    return `${name}: ${percent(share)} of all cycles, ${number(share * profile.cycles)}`;
  });
}
