import type { Reader } from '@propsight/api/testing'
import { findStatType } from '@propsight/shared/domain'
import sharp from 'sharp'
import { renderCards } from '../../nightly/bench/image/render.ts'
import type { CardPicture } from '../../nightly/bench/image/sets.ts'
import { face, text } from '../../nightly/bench/image/style.ts'

/** A row of an entry card and what it shows: the market may be one that is not offered. */
export interface EntryRow {
  name: string
  team: string
  position: string
  opponent: string
  home: boolean
  time: string
  line: number
  side: 'More' | 'Less'
  stat: string
}

const OFFERED = [
  ['Total Bases', 1.5, 'OF'],
  ['Pitcher Strikeouts', 5.5, 'P'],
  ['Hits', 0.5, 'C'],
  ['Earned Runs Allowed', 2.5, 'P'],
  ['Hits+Runs+RBIs', 2.5, 'SS'],
] as const
const OTHERS = [
  ['Pitches Thrown', 88.5, 'P'],
  ['1st Inning Runs Allowed', 0.5, 'P'],
  ['Plate Appearances', 4.5, 'OF'],
  ['Home Runs Allowed', 0.5, 'P'],
  ['Total Bases Allowed', 6.5, 'P'],
  ['Fantasy Points', 8.5, 'C'],
  ['Barrels', 0.5, 'OF'],
  ['1st Inning Strikeouts', 1.5, 'P'],
] as const
const NAMES = [
  'Marco Bellini',
  'Dario Alvar',
  'Theo Whitmore',
  'Luca Okonjo',
  'Cole Brightwell',
  'Ivan Castile',
  'Ray Hargreave',
]
const GAMES = [
  ['NYY', 'BOS'],
  ['LAD', 'ATH'],
  ['SEA', 'HOU'],
] as const
const TIMES = ['Sat 7:05 PM', '7/4 7:10 PM', 'Jun 12 4:10 PM', 'Fri 10:05pm']

const at = <Of>(list: readonly Of[], index: number): Of => list[index % list.length] as Of

/**
 * Rows of an entry: 'o' for an offered market, 'x' for another.
 * @param seed varies names, markets, clubs and times
 */
export const entryRows = (pattern: string, seed: number): EntryRow[] =>
  [...pattern].map((kind, index) => {
    const [stat, line, position] = kind === 'x' ? at(OTHERS, 3 * seed + index) : at(OFFERED, seed + index)
    const [first, second] = at(GAMES, seed + Math.floor(index / 2))
    const home = index % 2 === 0
    return {
      name: at(NAMES, seed + index),
      team: home ? first : second,
      opponent: home ? second : first,
      home,
      position,
      time: at(TIMES, seed),
      line,
      side: (seed + index) % 3 === 0 ? 'Less' : 'More',
      stat,
    }
  })

/** Page, card, text, lesser text, accent, text on the accent. */
export const THEMES = {
  dark: ['#121212', '#1f1f1f', '#ffffff', '#aaaaaa', '#8b5cf6', '#121212'],
  dim: ['#18181b', '#202024', '#b4b4bb', '#77777f', '#a78bfa', '#18181b'],
  violet: ['#0a0a23', '#14143a', '#7aa2ff', '#6b7eb8', '#ff5577', '#0a0a23'],
  light: ['#f4f5f7', '#ffffff', '#111827', '#6b7280', '#1d4ed8', '#f4f5f7'],
  yellow: ['#0b0b0f', '#1c1c22', '#ffffff', '#9ca3af', '#facc15', '#ffffff'],
  cyan: ['#0a1128', '#14213d', '#ffffff', '#8fa3bf', '#22d3ee', '#ffffff'],
  pink: ['#121212', '#1f1f1f', '#ffffff', '#aaaaaa', '#f9a8d4', '#ffffff'],
  rose: ['#121212', '#1f1f1f', '#ffffff', '#aaaaaa', '#fecdd3', '#ffffff'],
} as const
/** Themes whose buttons have a text that can hardly be read: white on nearly white, and one dark grey on another. */
export const UNREADABLE_THEMES = {
  white: ['#121212', '#1f1f1f', '#ffffff', '#aaaaaa', '#e5e7eb', '#f3f4f6'],
  black: ['#121212', '#1f1f1f', '#ffffff', '#aaaaaa', '#333333', '#262626'],
} as const
export type Theme = keyof typeof THEMES | keyof typeof UNREADABLE_THEMES

const against = ({ home, opponent }: EntryRow) => `${home ? 'vs' : '@'} ${opponent}`
const list = (row: EntryRow) =>
  `<div class=c><div class=n>${row.name}</div><div class=t>${row.team} - ${row.position} ${against(row)} ${row.time}</div>
  <div class=s><b>${row.line}</b> ${row.side} ${text(row.stat)}</div></div>`

/** Layouts of entries, in a form of their own. */
export const LAYOUTS = {
  list: (rows: readonly EntryRow[]) => rows.map(list).join(''),
  columns: (rows: readonly EntryRow[]) =>
    `<div class=g>${rows
      .map(
        (
          row,
          index,
        ) => `<div class=c>${face(70 * index)}<div class=t>${row.team} - ${row.position}</div><div class=n>${row.name}</div>
        <div class=t>${against(row)} ${row.time}</div><div class=l>${row.line}</div><div class=k>${text(row.stat)}</div>
        <div class=two><span class="${row.side === 'Less' ? 'on' : ''}">Less</span><span class="${row.side === 'More' ? 'on' : ''}">More</span></div></div>`,
      )
      .join('')}</div>`,
  slip: (rows: readonly EntryRow[]) =>
    `<div class=t>${rows.length}-Pick Power Play · $20 to win $${60 * rows.length}</div>${rows
      .map(
        (
          row,
          index,
        ) => `<div class="c flex">${face(70 * index)}<div class=m><div class=n>${row.name}</div><div class=t>${row.team} - ${row.position}</div>
        <div class=t>${against(row)} ${row.time}</div></div><div><div class=l>${row.line}</div><div class=t>${text(row.stat)}</div></div><div class=b>${row.side}</div></div>`,
      )
      .join('')}`,
  /** One headline a game, which prints both clubs in the same order for the players of both. */
  headlines: (rows: readonly EntryRow[]) =>
    rows
      .map((row, index) => {
        const game = row.home ? `${row.opponent} vs ${row.team}` : `${row.team} vs ${row.opponent}`
        const headline = index % 2 === 0 ? `<div class=t>MLB ${game} &nbsp; ${row.time}</div>` : ''
        return `${headline}<div class=c><div class=n>${row.name}</div><div class=t>${row.team} · ${row.position} · #${10 + 15 * index}</div>
        <div class=s><b>${row.line}</b> ${row.side} ${text(row.stat)}</div></div>`
      })
      .join(''),
  /** Scores, innings and percentages around the line. */
  scores: (rows: readonly EntryRow[]) =>
    rows
      .map(
        (
          row,
          index,
        ) => `<div class=c><div class=n>${row.name} <span class=t>${row.team} ${row.position}</span></div>
        <div class=t>${row.team} ${index + 1} ${row.home ? 'vs' : '@'} ${row.opponent} ${index + 2} · Bot ${index + 5}th · ${40 + index}%</div>
        <div class=s>${text(row.stat)} <span class=a>${row.side}</span> <b>${row.line}</b></div></div>`,
      )
      .join(''),
}
export type Layout = keyof typeof LAYOUTS

/** A picture of an entry at phone width. */
export function entryPicture(layout: Layout, theme: Theme, rows: readonly EntryRow[]): CardPicture {
  const [page, card, ink, lesser, accent, onAccent] = { ...THEMES, ...UNREADABLE_THEMES }[theme]
  const style = { name: layout, font: 'Liberation Sans', rows: [1, 6], widths: [390], scales: [2] } as const
  return {
    id: `${layout} (${theme})`,
    style: { ...style, css: () => '', html: () => '' },
    rows: [],
    css: `body{background:${page};color:${ink};padding:8px 12px}.c{margin:8px 0;padding:12px;background:${card};border-radius:12px}
      .n{font-weight:700;font-size:17px}.t{color:${lesser};font-size:13px;margin:3px 0}.s{font-size:17px;margin-top:6px}.a{color:${accent};font-weight:700}
      .g{display:grid;grid-template-columns:1fr 1fr;gap:8px;text-align:center}.g .n,.flex .n{font-size:15px}.l{font-size:21px;font-weight:700}.k{font-size:12px;min-height:28px}
      .two{display:flex;border:1px solid ${lesser};border-radius:8px}.two span{flex:1;padding:6px 0;font-size:13px;color:${lesser}}.two .on{background:${accent};color:${onAccent};font-weight:700}
      .flex{display:flex;gap:10px;align-items:center}.m{flex:1}.face{width:40px}.b{padding:6px 10px;border-radius:8px;background:${accent};color:${onAccent};font-weight:700;font-size:13px}`,
    markup: LAYOUTS[layout](rows),
    width: 390,
    scale: 2,
    encoding: { format: 'png', quality: 100, crop: { top: 0, right: 0, bottom: 0, left: 0 } },
  }
}

type Read = Awaited<ReturnType<Reader['read']>>[number]

const folded = (market: string | null) => (market ?? '').toLowerCase().replace(/[^a-z0-9]/g, '')
/** Whether the layout says which club is at home: a game of two clubs with 'vs' does not. */
const showsPlace = (layout: Layout) => layout !== 'headlines' && layout !== 'scores'

/** The fields of a row that the reader must not confuse with those of its neighbours. */
const expected = (row: EntryRow, layout: Layout) => ({
  name: row.name,
  team: row.team,
  opponent: row.opponent,
  line: row.line,
  side: row.side === 'More' ? 'OVER' : 'UNDER',
  market: folded(row.stat),
  ...(showsPlace(layout) && { homeAway: row.home ? 'HOME' : 'AWAY' }),
})
const found = (row: Read, layout: Layout) => ({
  name: row.name,
  team: row.team,
  opponent: row.opponent,
  line: row.line,
  side: row.side,
  market: folded(row.statType),
  ...(showsPlace(layout) && { homeAway: row.homeAway }),
})

export interface EntryCase {
  layout: Layout
  theme: Theme
  /** See `entryRows`. */
  pattern: string
  seed: number
}

/** Renders an entry and reads it. @returns what was read, and what the entry shows, in the same form */
export async function readEntry(reader: Reader, { layout, theme, pattern, seed }: EntryCase) {
  const rows = entryRows(pattern, seed)
  for await (const { file } of renderCards([entryPicture(layout, theme, rows)])) {
    const { width, height } = await sharp(file).metadata()
    const read = await reader.read({ data: file, width, height })
    return {
      read: read.map((row) => found(row, layout)),
      expected: rows.map((row) => expected(row, layout)),
      offered: read.filter(({ statType }) => findStatType(statType ?? '') !== null).length,
      places: read.map(({ homeAway }) => homeAway),
      asksSide: read.map(({ doubts }) =>
        doubts.some(({ parts }) => parts?.some(({ field }) => field === 'side')),
      ),
    }
  }
  throw new Error('no picture was rendered')
}
