import { type CardStyle, face, text } from '../style.ts'

const table: CardStyle = {
  name: 'table',
  font: 'DejaVu Serif',
  rows: [3, 9],
  widths: [960, 1024],
  scales: [0.75, 1, 1.25],
  css: () => `body{background:#fff;color:#1a1a1a;padding:20px}
    table{width:100%;border-collapse:collapse;font-size:15px}th{text-align:left;font-size:13px;color:#777;border-bottom:2px solid #999;padding:6px}
    td{padding:9px 6px;border-bottom:1px solid #ddd}.name{font-weight:700}`,
  html: (rows) =>
    `<table><tr><th>Player</th><th>Team</th><th>Game</th><th>Stat type</th><th>Line</th><th>Pick</th></tr>${rows
      .map(
        (
          row,
        ) => `<tr><td class="name">${text(row.name)}</td><td>${row.team} (${row.position})</td><td>${row.home ? 'vs' : '@'} ${row.opponent} ${row.hour} PM</td>
        <td>${text(row.stat)}</td><td>${row.line}</td><td>${row.side}</td></tr>`,
      )
      .join('')}</table>`,
}

const narrow: CardStyle = {
  name: 'narrow',
  font: 'DejaVu Sans Condensed',
  rows: [3, 9],
  widths: [360, 390],
  scales: [2, 2.625, 3],
  css: (dice) => `body{background:#101418;color:#f5f5f5;padding:8px}
    .grid{display:grid;grid-template-columns:repeat(3,1fr);gap:6px}.cell{background:${dice.pick(['#1d2630', '#2b1d30', '#0f2e2e'])};border-radius:10px;padding:8px 4px;text-align:center}
    .name{font-weight:700;font-size:14px;line-height:1.15;padding:0 8px}.sub{font-size:11px;color:#9fb0c0}.line{font-size:21px;font-weight:700;color:#67e8f9}
    .stat{font-size:12px;line-height:1.2;padding:0 14px}.pick{margin-top:6px;font-size:12px;font-weight:700;border:1px solid #67e8f9;color:#67e8f9;border-radius:6px;padding:4px;text-transform:uppercase}`,
  html: (rows) =>
    `<div class="grid">${rows
      .map(
        (
          row,
        ) => `<div class="cell"><div class="name">${text(row.name)}</div><div class="sub">${row.team} · ${row.position}</div><div class="sub">${row.home ? 'vs' : '@'} ${row.opponent}</div>
        <div class="line">${row.line}</div><div class="stat">${text(row.stat).replaceAll('+', '+<wbr>')}</div><div class="pick">${row.side}</div></div>`,
      )
      .join('')}</div>`,
}

const badges: CardStyle = {
  name: 'badges',
  font: 'Inter',
  rows: [2, 6],
  widths: [390, 420],
  scales: [1, 2, 3],
  css: (dice) => `body{background:${dice.pick(['#faf5ff', '#fff7ed', '#ecfeff'])};color:#1e1b4b;padding:12px}
    .row{background:#fff;border-radius:16px;padding:14px;margin-bottom:10px;border:2px solid #c4b5fd}.head{display:flex;gap:8px;align-items:center}.face{width:36px}
    .club{background:#4338ca;color:#fff;border-radius:5px;padding:2px 7px;font-size:12px;font-weight:700}.pos{border:1px solid #4338ca;color:#4338ca;border-radius:5px;padding:1px 6px;font-size:12px}
    .name{font-weight:800;font-size:15px;text-transform:uppercase;flex:1}.sub{font-size:12px;color:#6d6a8a;margin:6px 0}
    .foot{display:flex;justify-content:space-between;align-items:center;font-size:15px}.foot b{font-size:19px}
    .two span{display:inline-block;padding:5px 12px;font-size:13px;border-radius:7px;color:#6d6a8a;background:#ede9fe}.two .on{background:#16a34a;color:#fff;font-weight:700}`,
  html: (rows, dice) =>
    rows
      .map(
        (
          row,
        ) => `<div class="row"><div class="head">${face(dice.whole(0, 359))}<span class="name">${text(row.name)}</span><span class="club">${row.team}</span><span class="pos">${row.position}</span></div>
        <div class="sub">${row.day} ${row.hour} PM ${row.home ? 'vs' : 'at'} ${row.opponent}${row.oddsType === 'standard' ? '' : ` · ${row.oddsType === 'goblin' ? 'Goblin' : 'Demon'}`}</div>
        <div class="foot"><span><b>${row.line}</b> ${text(row.stat)}</span><span class="two"><span class="${row.side === 'Less' ? 'on' : ''}">Lower</span> <span class="${row.side === 'More' ? 'on' : ''}">Higher</span></span></div></div>`,
      )
      .join(''),
}

/** Further styles used to develop the reader: columns, wrapped names and markets, capitals, badges. */
export const MORE_TUNING_STYLES: readonly CardStyle[] = [table, narrow, badges]
