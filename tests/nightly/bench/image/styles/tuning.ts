import { type CardStyle, face, statusBar, text } from '../style.ts'

const slip: CardStyle = {
  name: 'slip',
  font: 'Inter',
  rows: [2, 6],
  widths: [375, 390, 412],
  scales: [1, 2, 3],
  css: () => `body{background:#0f1115;color:#fff;padding:12px}
    .row{background:#1b1f29;border:1px solid #2a3040;border-radius:12px;padding:12px;display:flex;gap:12px;align-items:center;margin-bottom:10px}
    .face{width:48px}.name{font-weight:700;font-size:15px}.sub{font-size:12px;color:#9aa3b8}.mid{flex:1}
    .line{font-size:22px;font-weight:800;text-align:center}.stat{font-size:12px;color:#c3c9d8;text-align:center}
    .pick{border-radius:8px;padding:6px 10px;font-size:12px;font-weight:700}
    .More{background:#143d2b;color:#3ddc84;border:1px solid #3ddc84}.Less{background:#43191f;color:#ff6b78;border:1px solid #ff6b78}`,
  html: (rows, dice) =>
    statusBar(dice) +
    `<div class="sub">${rows.length}-Pick Power Play &nbsp; Entry $20 to win $${rows.length * 37}</div>` +
    rows
      .map(
        (
          row,
        ) => `<div class="row">${face(dice.integer(0, 359))}<div class="mid"><div class="name">${text(row.name)}</div>
        <div class="sub">${row.team} - ${row.position}</div><div class="sub">${row.home ? 'vs' : '@'} ${row.opponent} ${row.day} ${row.hour}pm</div></div>
        <div><div class="line">${row.line}</div><div class="stat">${text(row.stat)}</div></div><div class="pick ${row.side}">${row.side}</div></div>`,
      )
      .join(''),
}

const segmented: CardStyle = {
  name: 'segmented grid',
  font: 'Roboto',
  rows: [2, 6],
  widths: [412, 430],
  scales: [1.5, 2, 2.75],
  css: () => `body{background:#17112b;color:#fff;padding:10px}
    .grid{display:grid;grid-template-columns:1fr 1fr;gap:10px}.cell{background:linear-gradient(160deg,#3a1d6e,#1a1430);border-radius:14px;padding:12px;text-align:center}
    .face{width:56px}.sub{font-size:11px;color:#b9a8e0}.name{font-weight:700;font-size:14px}.line{font-size:24px;font-weight:700}.stat{font-size:12px}
    .odds{font-size:10px;color:#f5b942;text-transform:uppercase}
    .two{display:flex;margin-top:8px;border:1px solid #5b4a8a;border-radius:8px;overflow:hidden}.two span{flex:1;padding:6px 0;font-size:13px;color:#a99bd0}
    .two .on{background:#7c3aed;color:#fff;font-weight:700}`,
  html: (rows, dice) =>
    `<div class="grid">${rows
      .map(
        (
          row,
        ) => `<div class="cell">${face(dice.integer(0, 359))}<div class="sub">${row.team} - ${row.position}</div><div class="name">${text(row.name)}</div>
        <div class="sub">${row.home ? 'vs' : '@'} ${row.opponent} · ${row.day} ${row.hour} PM</div>${row.oddsType === 'standard' ? '' : `<div class="odds">${row.oddsType}</div>`}
        <div class="line">${row.line}</div><div class="stat">${text(row.stat)}</div>
        <div class="two"><span class="${row.side === 'Less' ? 'on' : ''}">Less</span><span class="${row.side === 'More' ? 'on' : ''}">More</span></div></div>`,
      )
      .join('')}</div>`,
}

const light: CardStyle = {
  name: 'light list',
  font: 'DM Sans',
  rows: [2, 7],
  widths: [375, 393],
  scales: [0.75, 1, 2, 3],
  css: (dice) => `body{background:#f4f5f7;color:#111827;padding:14px}
    .row{background:#fff;border-radius:10px;box-shadow:0 1px 3px #0002;padding:12px 14px;margin-bottom:10px;display:flex;justify-content:space-between}
    .name{font-weight:700;font-size:16px}.sub{font-size:12px;color:#6b7280}.stat{font-size:14px;margin-top:4px}.stat b{font-size:16px}
    .pick{align-self:center;font-weight:700;font-size:14px;color:${dice.pick(['#15803d', '#1d4ed8', '#b45309'])}}`,
  html: (rows, dice) =>
    (dice.chance(0.5) ? statusBar(dice) : '') +
    rows
      .map(
        (
          row,
        ) => `<div class="row"><div><div class="name">${text(row.name)}</div><div class="sub">${row.team} · ${row.position} · ${row.home ? 'vs' : '@'} ${row.opponent}, ${row.day} ${row.hour} PM</div>
        <div class="stat"><b>${row.line}</b> ${text(row.stat)}</div></div><div class="pick">${row.side === 'More' ? '↑' : '↓'} ${row.side}</div></div>`,
      )
      .join(''),
}

const board: CardStyle = {
  name: 'board',
  font: 'Liberation Sans',
  rows: [4, 8],
  widths: [768, 834],
  scales: [1, 1.25, 2],
  css: () => `body{background:#0b1b33;color:#e7eefc;padding:16px}
    .chips span{display:inline-block;border:1px solid #2c4770;border-radius:99px;padding:5px 12px;font-size:12px;margin:0 6px 12px 0}
    .grid{display:grid;grid-template-columns:1fr 1fr;gap:12px}.cell{background:#10264a;border-radius:8px;padding:12px;display:grid;grid-template-columns:1fr auto;gap:4px 12px}
    .name{font-weight:700;font-size:17px}.sub{font-size:12px;color:#8fa8d0}.line{font-size:20px;font-weight:700;text-align:right}.stat{font-size:13px;text-align:right}
    .pick{grid-column:1/3;text-align:center;border-radius:6px;padding:7px;font-size:13px;font-weight:700;color:#06210f;background:#4ade80}.pick.Less{background:#fb923c;color:#2b1200}`,
  html: (rows, dice) =>
    `<div class="chips"><span>Popular</span><span>Hits</span><span>Total Bases</span><span>Home Runs</span></div><div class="grid">${rows
      .map(
        (
          row,
        ) => `<div class="cell"><div><div class="name">${text(row.name)}</div><div class="sub">${row.team} | ${row.position}</div><div class="sub">${row.home ? 'vs' : '@'} ${row.opponent} ${row.day} ${row.hour} PM ET</div></div>
        <div><div class="line">${row.line}</div><div class="stat">${text(row.stat)}</div></div><div class="pick ${row.side}">${row.side}</div></div>`,
      )
      .join(
        '',
      )}</div>${dice.chance(0.5) ? '<div class="sub" style="margin-top:14px">Place Entry</div>' : ''}`,
}

const sentence: CardStyle = {
  name: 'sentence',
  font: 'DejaVu Sans',
  rows: [2, 6],
  widths: [360, 390],
  scales: [1.5, 2, 3],
  css: () => `body{background:#1f2937;color:#f9fafb;padding:12px}
    .row{border-bottom:1px solid #374151;padding:12px 4px}.name{font-size:15px;font-weight:700}.sub{font-size:12px;color:#9ca3af}
    .say{font-size:14px;margin-top:5px;color:#fde047}`,
  html: (rows) =>
    rows
      .map(
        (
          row,
        ) => `<div class="row"><div class="name">${text(row.name)}</div><div class="sub">${row.team} ${row.position} ${row.home ? 'vs' : '@'} ${row.opponent} - ${row.day} ${row.hour}pm</div>
        <div class="say">${row.side} ${row.line} ${text(row.stat)}</div></div>`,
      )
      .join(''),
}

/** Styles used to develop the reader. */
export const TUNING_STYLES: readonly CardStyle[] = [slip, segmented, light, board, sentence]
