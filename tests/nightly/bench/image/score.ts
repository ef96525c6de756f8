import type { ExtractedRow } from '@propsight/shared/contracts'
import { canonicalClubCode, parseStatsText } from '@propsight/shared/domain'
import type { CardRow } from './card-rows.ts'

/** The fields that must be right for a row to count as right. */
export const FIELDS = ['name', 'team', 'line', 'side', 'stat'] as const
export type ScoredField = (typeof FIELDS)[number]

export interface Score {
  rows: number
  /**
   * Rows with all fields right. Names are compared without accents and punctuation, like the player lookup.
   */
  right: number
  /** Right rows whose name also has the right accents and punctuation. */
  rightExactly: number
  perField: Record<ScoredField, number>
  /** Rows with a wrong field that the reader did not flag as doubtful. */
  wrongNotFlagged: number
  /** Rows with a flagged field. */
  flagged: number
  /** Right rows with a flagged field. */
  rightFlagged: number
  /** Rows that were not found. They count neither as right nor as wrong. */
  missed: number
  /** Read rows that match no row of the card. */
  invented: number
}

const noScore = (): Score => ({
  rows: 0,
  right: 0,
  rightExactly: 0,
  perField: { name: 0, team: 0, line: 0, side: 0, stat: 0 },
  wrongNotFlagged: 0,
  flagged: 0,
  rightFlagged: 0,
  missed: 0,
  invented: 0,
})

const normalizeName = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

const DOUBT_FIELDS: Record<ScoredField, ExtractedRow['doubts'][number]['field']> = {
  name: 'name',
  team: 'team',
  line: 'stats',
  side: 'stats',
  stat: 'stats',
}

function compare(row: CardRow, read: ExtractedRow): Record<ScoredField, boolean> {
  const side = parseStatsText(read.stats)?.side
  return {
    name: normalizeName(read.name) === normalizeName(row.name),
    team: canonicalClubCode(read.team) === canonicalClubCode(row.team),
    line: read.line === row.line,
    side: side === (row.side === 'More' ? 'OVER' : 'UNDER'),
    stat: read.statType === row.stat,
  }
}

export interface RowVerdict {
  row: CardRow
  read: ExtractedRow | null
  wrong: ScoredField[]
}

/** Matches every row of a card with the most similar read row, each at most once. */
export function judge(rows: readonly CardRow[], read: readonly ExtractedRow[]): RowVerdict[] {
  const unmatched = new Set(read)
  const pairs = rows
    .flatMap((row) =>
      read.map((candidate) => {
        const fields = compare(row, candidate)
        return {
          row,
          candidate,
          right: FIELDS.filter((field) => fields[field]).length + (fields.name ? 2 : 0),
        }
      }),
    )
    .toSorted((a, b) => b.right - a.right)
  const matches = new Map<CardRow, ExtractedRow>()
  for (const { row, candidate, right } of pairs) {
    if (matches.has(row) || !unmatched.has(candidate) || right < 2) continue
    matches.set(row, candidate)
    unmatched.delete(candidate)
  }
  return rows.map((row) => {
    const match = matches.get(row) ?? null
    const fields = match && compare(row, match)
    return { row, read: match, wrong: FIELDS.filter((field) => !fields?.[field]) }
  })
}

/** Adds up the verdicts of many cards. */
export function scoreOf(
  cards: readonly { rows: readonly CardRow[]; read: readonly ExtractedRow[] }[],
): Score {
  const score = noScore()
  for (const { rows, read } of cards) {
    const verdicts = judge(rows, read)
    score.rows += rows.length
    score.invented += read.length - verdicts.filter((one) => one.read).length
    for (const { row, read: one, wrong } of verdicts) {
      for (const field of FIELDS) if (!wrong.includes(field)) score.perField[field] += 1
      const doubted = new Set(one?.doubts.map(({ field }) => field))
      const flagged = FIELDS.some((field) => doubted.has(DOUBT_FIELDS[field]))
      if (!one) score.missed += 1
      if (flagged) score.flagged += 1
      if (one && wrong.some((field) => !doubted.has(DOUBT_FIELDS[field]))) score.wrongNotFlagged += 1
      if (wrong.length) continue
      score.right += 1
      if (one?.name === row.name) score.rightExactly += 1
      if (flagged) score.rightFlagged += 1
    }
  }
  return score
}
