import type { Line } from '@propsight/shared/contracts'
import { statsText, statTypeOf } from '@propsight/shared/domain'
import type { DraftRow } from './draft-row.ts'

/** No line of the book is higher. */
const HIGHEST_LINE = 200
const NUMBER = /^\d+(?:[.,]\d+)?$/

/** The number of a line; null where it is none, or no multiple of a half. */
export function lineOf(text: string): number | null {
  if (!NUMBER.test(text.trim())) return null
  const line = Number(text.trim().replace(',', '.'))
  return line > 0 && line <= HIGHEST_LINE && Number.isInteger(line * 2) ? line : null
}

export type Problems = Partial<Record<'name' | 'statType' | 'line', string>>

/** What a row needs before it can be analyzed; empty for one that is whole. */
export function problemsOf(row: DraftRow): Problems {
  return {
    ...(row.name.trim() === '' && { name: 'Name the player' }),
    ...(statTypeOf(row.statType) === null && { statType: 'Choose the stat' }),
    ...(lineOf(row.line) === null && { line: 'A number in steps of 0.5' }),
  }
}

/** A row without a problem: it can be analyzed. */
export const isWhole = (row: DraftRow): boolean => Object.keys(problemsOf(row)).length === 0

/** 'A + B' is a line on two players, whom no single log answers. */
const COMBO = /\s\+\s/

/** Whole rows as lines of a board, in the form of the book's; the picture tells no game that could be looked up. */
export const confirmedLines = (rows: readonly DraftRow[]): Line[] =>
  rows.flatMap((row) => {
    const line = lineOf(row.line)
    const stat = statTypeOf(row.statType)
    if (line === null || stat === null || !isWhole(row)) return []
    const name = row.name.replace(/\s+/g, ' ').trim()
    return {
      id: `image-${row.key}`,
      name,
      team: row.team.trim().toUpperCase(),
      position: row.position,
      stats: statsText({ line, side: row.side ?? 'OVER', statType: stat.name }),
      line,
      statType: stat.name,
      oddsType: row.oddsType,
      opponent: row.opponent,
      homeAway: row.homeAway,
      gameTime: null,
      gameId: null,
      combo: COMBO.test(name),
      promo: false,
      regularLine: null,
    }
  })
