import { type CardStyle, face, statusBar, text } from '../style.ts'

const forest: CardStyle = {
  name: 'forest',
  font: 'Barlow',
  rows: [2, 6],
  widths: [384, 402],
  scales: [1, 1.75, 2.5],
  css: () => `body{background:#071a12;color:#ecfdf5;padding:8px}
    .row{display:flex;gap:10px;background:#0d2b1e;margin-bottom:8px;padding:10px;border-left:5px solid #34d399;align-items:center}
    .box{width:96px;text-align:center;background:#123a29;border-radius:6px;padding:8px 2px}.line{font-size:26px;font-weight:700}.stat{font-size:13px;line-height:1.15}
    .mid{flex:1}.name{font-size:18px;font-weight:600}.sub{font-size:13px;color:#86c5a8}.pick{font-size:15px;font-weight:700;text-transform:uppercase;color:#facc15}`,
  html: (rows, dice) =>
    statusBar(dice) +
    rows
      .map(
        (
          row,
        ) => `<div class="row"><div class="box"><div class="line">${row.line}</div><div class="stat">${text(row.stat)}</div></div><div class="mid"><div class="sub">${row.team} - ${row.position}</div>
        <div class="name">${text(row.name)}</div><div class="sub">${row.day}, ${row.hour} PM ${row.home ? 'vs' : '@'} ${row.opponent}</div></div><div class="pick">${row.side}</div></div>`,
      )
      .join(''),
}

const paper: CardStyle = {
  name: 'paper',
  font: 'Montserrat',
  rows: [3, 9],
  widths: [820, 900],
  scales: [1, 1.5],
  css: (dice) => `body{background:#e9ecef;color:#212529;padding:18px}
    .grid{display:grid;grid-template-columns:repeat(3,1fr);gap:14px}.cell{background:#fff;border:1px solid #ced4da;border-radius:16px;padding:16px 10px;text-align:center}
    .face{width:64px}.name{font-weight:700;font-size:16px;margin-top:4px}.sub{font-size:12px;color:#6c757d}.line{font-size:28px;font-weight:700;color:${dice.pick(['#5f3dc4', '#0b7285', '#c92a2a'])}}
    .stat{font-size:13px;font-weight:500}.two{display:flex;gap:8px;margin-top:10px}.two span{flex:1;border:1px solid #adb5bd;border-radius:99px;padding:7px;font-size:13px;color:#868e96}
    .two .on{background:#212529;border-color:#212529;color:#fff}`,
  html: (rows, dice) =>
    `<div class="grid">${rows
      .map(
        (
          row,
        ) => `<div class="cell">${face(dice.integer(0, 359))}<div class="name">${text(row.name)}</div><div class="sub">${row.team} • ${row.position}</div><div class="sub">${row.home ? 'vs' : '@'} ${row.opponent} ${row.hour} PM</div>
        <div class="line">${row.line}</div><div class="stat">${text(row.stat)}</div><div class="two"><span class="${row.side === 'More' ? 'on' : ''}">More</span><span class="${row.side === 'Less' ? 'on' : ''}">Less</span></div></div>`,
      )
      .join('')}</div>`,
}

const slate: CardStyle = {
  name: 'slate',
  font: 'Nunito Sans',
  rows: [2, 7],
  widths: [360, 414],
  scales: [0.75, 1.33, 2, 3],
  css: () => `body{background:#22272e;color:#f0f3f6;padding:0}
    .top{background:#e8590c;color:#fff;font-size:17px;font-weight:800;padding:12px}
    .row{display:grid;grid-template-columns:1fr auto;padding:12px 14px;border-bottom:1px solid #373e47;gap:2px 10px}
    .name{font-size:16px;font-weight:800}.sub{font-size:12px;color:#adbac7}.right{text-align:right;font-size:14px}.right b{font-size:18px}
    .pick{display:inline-block;border-radius:6px;padding:4px 12px;font-size:13px;font-weight:800;background:#f0f3f6;color:#22272e}`,
  html: (rows) =>
    `<div class="top">My Lineup</div>` +
    rows
      .map(
        (
          row,
        ) => `<div class="row"><div><div class="name">${text(row.name)}</div><div class="sub">${row.position} - ${row.team}</div></div><div class="right"><b>${row.line}</b> ${text(row.stat)}</div>
        <div class="sub">${row.home ? 'vs' : '@'} ${row.opponent} ${row.day} ${row.hour}pm</div><div class="right"><span class="pick">${row.side}</span></div></div>`,
      )
      .join(''),
}

const stack: CardStyle = {
  name: 'stack',
  font: 'Liberation Sans Narrow, Archivo Narrow',
  rows: [2, 5],
  widths: [390, 428],
  scales: [1.5, 2, 3],
  css: (dice) => `body{background:linear-gradient(180deg,#1e3a8a,#172554);color:#fff;padding:14px}
    .row{background:#ffffff14;border-radius:18px;padding:14px;margin-bottom:12px;display:flex;gap:14px;align-items:center}.face{width:60px}
    .mid{flex:1}.name{font-size:20px;font-weight:700}.name small{font-size:14px;font-weight:400;color:#bfdbfe}.sub{font-size:14px;color:#bfdbfe}
    .say{font-size:17px}.say b{font-size:22px}.two{display:flex;flex-direction:column;gap:6px}.two span{border-radius:8px;padding:6px 14px;font-size:15px;border:1px solid #60a5fa88;color:#93c5fd;text-align:center}
    .two .on{background:${dice.pick(['#22c55e', '#facc15', '#38bdf8'])};color:#0b1020;font-weight:700}.odds{font-size:13px;color:#fca5a5}`,
  html: (rows, dice) =>
    rows
      .map(
        (
          row,
        ) => `<div class="row">${face(dice.integer(0, 359))}<div class="mid"><div class="name">${text(row.name)}</div><div class="sub">${row.team} · ${row.position} ${row.home ? 'vs' : '@'} ${row.opponent}</div><div class="sub">${row.day} ${row.hour} PM</div>
        ${row.oddsType === 'standard' ? '' : `<div class="odds">${row.oddsType === 'goblin' ? 'Goblin' : 'Demon'}</div>`}<div class="say"><b>${row.line}</b> ${text(row.stat)}</div></div>
        <div class="two"><span class="${row.side === 'More' ? 'on' : ''}">More</span><span class="${row.side === 'Less' ? 'on' : ''}">Less</span></div></div>`,
      )
      .join(''),
}

const ledger: CardStyle = {
  name: 'ledger',
  font: 'Liberation Serif',
  rows: [3, 8],
  widths: [640, 700],
  scales: [1, 1.5, 2],
  css: () => `body{background:#fdf6e3;color:#3b2f1e;padding:16px}
    .row{display:grid;grid-template-columns:2fr 1.4fr 1fr;align-items:center;border-bottom:1px solid #d9c9a3;padding:10px 2px}
    .name{font-size:18px;font-weight:700}.sub{font-size:14px;color:#7a6a4f}.stat{font-size:16px}.line{font-size:20px;font-weight:700}.pick{font-size:16px;text-align:right;font-weight:700}
    .More{color:#166534}.Less{color:#991b1b}`,
  html: (rows, dice) =>
    (dice.chance(0.5) ? `<div class="sub">Current entry, ${rows.length} picks</div>` : '') +
    rows
      .map(
        (
          row,
        ) => `<div class="row"><div><div class="name">${text(row.name)}</div><div class="sub">${row.team}, ${row.position} ${row.home ? 'vs' : '@'} ${row.opponent} ${row.day} ${row.hour} PM</div></div>
        <div><div class="stat">${text(row.stat)}</div></div><div class="pick ${row.side}"><span class="line">${row.line}</span> ${row.side}</div></div>`,
      )
      .join(''),
}

/**
 * Styles never used for tuning, with layouts, fonts, colours, widths and scales of their own.
 */
export const HELD_OUT_STYLES: readonly CardStyle[] = [forest, paper, slate, stack, ledger]
