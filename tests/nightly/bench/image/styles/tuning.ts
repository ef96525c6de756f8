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

/** Styles used to develop the reader. */
export const TUNING_STYLES: readonly CardStyle[] = [slip]
