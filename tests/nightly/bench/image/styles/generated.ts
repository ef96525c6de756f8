import type { CardRow } from '../card-rows.ts'
import { createRandom, type Random } from '../card-rows.ts'
import { type CardStyle, face, text } from '../style.ts'

const FONTS = [
  'Inter',
  'Roboto',
  'DM Sans',
  'Liberation Sans',
  'DejaVu Sans',
  'DejaVu Serif',
  'Liberation Mono',
]
/** Colours: page, card, text, secondary text, accent. */
const PALETTES = [
  ['#0b0f19', '#161d2e', '#ffffff', '#8b97ad', '#22d3ee'],
  ['#1c1917', '#292524', '#fafaf9', '#a8a29e', '#fb923c'],
  ['#ffffff', '#f3f4f6', '#0f172a', '#64748b', '#2563eb'],
  ['#dbeafe', '#eff6ff', '#1e3a8a', '#475569', '#be123c'],
  ['linear-gradient(200deg,#4c1d95,#111827)', '#ffffff18', '#ffffff', '#ddd6fe', '#a3e635'],
  ['linear-gradient(20deg,#7f1d1d,#1f2937)', '#00000040', '#fff7ed', '#fecaca', '#fde047'],
  ['#14532d', '#166534', '#f0fdf4', '#bbf7d0', '#fef08a'],
  ['#fffbeb', '#fffbeb', '#292524', '#78716c', '#9a3412'],
] as const

const sideMarkup = (dice: Random) => {
  const form = dice.pick(['word', 'filled', 'outlined', 'both'] as const)
  const [first, second] = dice.shuffled(['More', 'Less'] as const)
  return (row: CardRow) => {
    if (form !== 'both') return `<div class="side ${form}">${row.side}</div>`
    return `<div class="two">${[first, second].map((word) => `<span class="${word === row.side ? 'filled' : ''}">${word}</span>`).join('')}</div>`
  }
}

const clubText = (dice: Random) => {
  const separator = dice.pick([' - ', ' · ', ' | ', ', ', ' ', ' / '])
  const positionFirst = dice.chance(0.25)
  return (row: CardRow) =>
    (positionFirst ? [row.position, row.team] : [row.team, row.position]).join(separator)
}

const gameText = (dice: Random) => {
  const withDay = dice.chance(0.6)
  const timeFirst = dice.chance(0.3)
  const half = dice.pick(['pm', ' PM', ' pm'])
  return (row: CardRow) => {
    const time = `${withDay ? `${row.day} ` : ''}${row.hour}${half}`
    const against = `${row.home ? 'vs' : '@'} ${row.opponent}`
    return timeFirst ? `${time} ${against}` : `${against} ${time}`
  }
}

/** Order of a card's parts; a bar starts the next column. */
const LAYOUTS = [
  'name club game line+stat side',
  'club name game line stat side',
  'name club+game line stat side',
  'face name club game line stat side',
  'name club game | line stat | side',
  'face | name club+game line+stat | side',
  'line stat | club name game | side',
  'name club+game | line+stat side',
  'name+club game | stat line | side',
  'game name club stat line side',
] as const

/**
 * Generates a random style: layout, font, sizes, colours and buttons, all different from the hand-written
 * styles.
 */
export function generatedStyle(seed: number): CardStyle {
  const dice = createRandom(seed)
  const layout = dice.pick(LAYOUTS)
  const wide = layout.includes('|')
  const columns = wide ? dice.pick([1, 1, 2]) : dice.pick([1, 2, 2, 3])
  const [page, card, ink, lesser, accent] = dice.pick(PALETTES)
  const size = dice.integer(14, 18)
  const align = wide ? 'left' : dice.pick(['left', 'center'])
  const sideOf = sideMarkup(dice)
  const clubOf = clubText(dice)
  const gameOf = gameText(dice)
  const part = (name: string, row: CardRow): string =>
    ({
      face: face(dice.integer(0, 359)),
      name: `<span class="name">${text(row.name)}</span>`,
      club: `<span class="sub">${clubOf(row)}</span>`,
      game: `<span class="sub">${gameOf(row)}</span>`,
      line: `<span class="line">${row.line}</span>`,
      stat: `<span class="stat">${text(row.stat)}</span>`,
      side: sideOf(row),
    })[name] ?? ''
  const cell = (row: CardRow) =>
    layout
      .split(' | ')
      .map((column) =>
        column.split(' ').map(
          (line) =>
            `<div>${line
              .split('+')
              .map((name) => part(name, row))
              .join(' ')}</div>`,
        ),
      )
      .map((lines) => `<div class="column">${lines.join('')}</div>`)
      .join('')
  const each = wide ? 400 : 190
  return {
    name: `generated ${seed}`,
    font: dice.pick(FONTS),
    rows: [2, columns * 3],
    widths: [columns * each + dice.integer(0, 60), columns * each + dice.integer(0, 60)],
    scales: columns > 1 ? [1, 1.5, 2] : [1, 2, 3],
    css: () => `body{background:${page};color:${ink};padding:${dice.integer(4, 18)}px;font-size:${size - 1}px}
      .grid{display:grid;grid-template-columns:repeat(${columns},1fr);gap:${dice.integer(4, 14)}px}
      .cell{background:${card};border-radius:${dice.integer(0, 18)}px;padding:${dice.integer(8, 16)}px;text-align:${align};display:flex;gap:12px;align-items:center;line-height:${dice.pick([1.2, 1.35, 1.5])}}
      .column{flex:1}.face{width:${dice.integer(36, 64)}px}.name{font-weight:700;font-size:${size}px}.sub{color:${lesser};font-size:${size - 3}px}
      .line{font-size:${dice.integer(size + 1, 28)}px;font-weight:700;${dice.chance(0.4) ? `color:${accent}` : ''}}
      .side{display:inline-block;font-weight:700;color:${accent}}.two span{display:inline-block;padding:4px 12px;border:1px solid ${lesser}55;color:${lesser}}
      .outlined{border:1px solid ${accent};border-radius:8px;padding:4px 12px}.filled{padding:4px 12px;border-radius:8px;background:${accent}!important;color:${page.startsWith('#') ? page : '#111'}!important;font-weight:700}`,
    html: (rows) =>
      `<div class="grid">${rows.map((row) => `<div class="cell">${cell(row)}</div>`).join('')}</div>`,
  }
}
