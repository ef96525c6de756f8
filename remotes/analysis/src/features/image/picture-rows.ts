import type { Line } from '@propsight/shared/contracts'
import { formatStatsText, findStatType } from '@propsight/shared/domain'
import type { DraftRow } from './draft-row.ts'

/** Upper limit of a line; no line of the book is higher. */
const HIGHEST_LINE = 200
const NUMBER = /^\d+(?:[.,]\d+)?$/

/** Parses the typed line; null if it is not a number, not positive, too high or not a multiple of 0.5. */
export function lineOf(text: string): number | null {
  if (!NUMBER.test(text.trim())) return null
  const line = Number(text.trim().replace(',', '.'))
  return line > 0 && line <= HIGHEST_LINE && Number.isInteger(line * 2) ? line : null
}

export type Problems = Partial<Record<'name' | 'statType' | 'line', string>>

/** Validation messages of a row by field; empty for a complete row. */
export function problemsOf(row: DraftRow): Problems {
  return {
    ...(row.name.trim() === '' && { name: 'Name the player' }),
    ...(findStatType(row.statType) === null && { statType: 'Choose the stat' }),
    ...(lineOf(row.line) === null && { line: 'A number in steps of 0.5' }),
  }
}

/** Whether a row is complete and can be analyzed. */
export const isWhole = (row: DraftRow): boolean => Object.keys(problemsOf(row)).length === 0

/** 'A + B' is a line on two players (a combo), which no single game log can answer. */
const COMBO = /\s\+\s/

/**
 * Converts complete rows to lines in the form of the book's. They have no game: a picture does not identify
 * it.
 */
export const confirmedLines = (rows: readonly DraftRow[]): Line[] =>
  rows.flatMap((row) => {
    const line = lineOf(row.line)
    const stat = findStatType(row.statType)
    if (line === null || stat === null || !isWhole(row)) return []
    const name = row.name.replace(/\s+/g, ' ').trim()
    return {
      id: `image-${row.key}`,
      name,
      team: row.team.trim().toUpperCase(),
      position: row.position,
      stats: formatStatsText({ line, side: row.side ?? 'OVER', statType: stat.name }),
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
