import type { ExtractedRow, Line } from '@propsight/shared/contracts'
import {
  canonicalClubCode,
  findStatType,
  formatStatsText,
  ODDS_TYPES,
  parseStatsText,
} from '@propsight/shared/domain'
import * as z from '@propsight/shared/schema'
import { PICTURE_LINE } from '../../state/ranked-line.ts'

const share = z.number()

/** An extracted row under review: the read values as editable text. */
export const draftRowSchema = z.object({
  key: z.string(),
  name: z.string(),
  /** The name as read, if the server replaced it by that of a player. */
  readName: z.string().optional(),
  /** All names that the user can choose. The first is that of the server. */
  names: z.array(z.string()).optional(),
  team: z.string(),
  /** Name of a market that game logs can answer, or empty. */
  statType: z.string(),
  /** The market as printed, if it is not offered. */
  otherMarket: z.string().optional(),
  /** As typed; `lineOf` parses it. */
  line: z.string(),
  side: z.enum(['OVER', 'UNDER']).nullable(),
  oddsType: z.enum(ODDS_TYPES),
  position: z.string(),
  opponent: z.string().nullable(),
  homeAway: z.enum(['HOME', 'AWAY']).nullable(),
  gameTime: z.string().nullable(),
  box: z.object({ x: share, y: share, width: share, height: share }).nullable(),
  doubts: z.array(z.object({ field: z.string(), reason: z.string() })),
  /** Whether the user confirmed the row. */
  checked: z.boolean(),
})
export type DraftRow = z.infer<typeof draftRowSchema>

/** Whether a row has doubts that the user has not checked. */
export const isUncertain = ({ checked, doubts }: DraftRow): boolean => !checked && doubts.length > 0

/** The market of a row as printed, if it is not offered and the user has chosen no other. */
export const marketNotOffered = ({ statType, otherMarket }: DraftRow): string | null =>
  statType === '' ? (otherMarket ?? null) : null

/** Whether the name is that of a player with a similar name, chosen by the server. */
export const isMatched = ({ name, names, readName }: DraftRow): boolean =>
  readName !== undefined && name === names?.[0]

/** The doubts about fields that determine the analysis, by field of the draft. */
const draftDoubts = ({ doubts, readName }: ExtractedRow): DraftRow['doubts'] =>
  doubts.flatMap(({ field, reason, parts }) => {
    // Servers of older releases do not name the part of the stats.
    if (field === 'stats') return parts ?? [{ field: 'statType', reason }]
    return field === 'team' || (field === 'name' && !readName) ? [{ field, reason }] : []
  })

let keyCount = 0
const newKey = (): string => {
  keyCount += 1
  return `${Date.now().toString(36)}-${keyCount}`
}

/** Converts an extracted row. Missing fields are parsed from its text, for example '1.5 More Total Bases'. */
export function toDraftRow(row: ExtractedRow): DraftRow {
  const parsed = parseStatsText(row.stats)
  const line = row.line ?? parsed?.line
  const market = row.statType ?? parsed?.statType ?? ''
  const statType = findStatType(market)?.name ?? ''
  return {
    key: newKey(),
    name: row.name,
    readName: row.readName,
    names: [row.name, row.readName ?? [], row.similarNames ?? []].flat().filter(Boolean),
    team: row.team,
    statType,
    otherMarket: statType === '' && market !== '' ? market : undefined,
    line: line === undefined ? '' : String(line),
    side: row.side ?? parsed?.side ?? null,
    oddsType: row.oddsType,
    position: row.position,
    opponent: row.opponent,
    homeAway: row.homeAway,
    gameTime: row.gameTime,
    box: row.box,
    doubts: draftDoubts(row),
    checked: false,
  }
}

/** An empty row that the user fills in, for a line that was not extracted. */
export const blankRow = (): DraftRow => ({
  key: newKey(),
  name: '',
  team: '',
  statType: '',
  line: '',
  side: 'OVER',
  oddsType: 'standard',
  position: '',
  opponent: null,
  homeAway: null,
  gameTime: null,
  box: null,
  doubts: [],
  checked: true,
})

/** Changes fields of a row and removes their doubts, since the user has checked an edited field. */
export const editRow = (row: DraftRow, part: Partial<DraftRow>): DraftRow => ({
  ...row,
  ...part,
  doubts: row.doubts.filter(({ field }) => !(field in part)),
})

/** Upper limit of a line; no line of a book is higher. */
const HIGHEST_LINE = 600
const NUMBER = /^\d+(?:[.,]\d+)?$/

/** Parses the typed line; null if it is not a number, not positive, too high or not a multiple of 0.5. */
export function lineOf(text: string): number | null {
  if (!NUMBER.test(text.trim())) return null
  const line = Number(text.trim().replace(',', '.'))
  return line > 0 && line <= HIGHEST_LINE && Number.isInteger(line * 2) ? line : null
}

const SIDE_WORDS = { OVER: 'More', UNDER: 'Less' } as const

/** '1.5 More Total Bases', with a dash for each unknown value. */
export const summaryOf = ({ line, side, statType, otherMarket }: DraftRow): string =>
  `${lineOf(line) ?? '—'} ${side ? SIDE_WORDS[side] : '—'} ${statType || otherMarket || '—'}`

/** 'Pitches Thrown is not offered'; null for an offered market and for none. */
export function notOfferedText(row: DraftRow): string | null {
  const market = marketNotOffered(row)
  return market && `${market} is not offered`
}

export type Problems = Partial<Record<'name' | 'statType' | 'line', string>>

/** Validation messages of a row by field; empty for a complete row. */
export function problemsOf(row: DraftRow): Problems {
  return {
    ...(row.name.trim() === '' && { name: 'Name the player' }),
    ...(findStatType(row.statType) === null && { statType: notOfferedText(row) ?? 'Choose the stat' }),
    ...(lineOf(row.line) === null && { line: 'A number in steps of 0.5' }),
  }
}

/** Whether a row is complete and can be analyzed. */
export const isComplete = (row: DraftRow): boolean => Object.keys(problemsOf(row)).length === 0

/** 'A + B' is a line on two players (a combo), which no single game log can answer. */
const COMBO = /\s\+\s/

/** Converts complete rows to lines in the form of the book's. They have no game: a picture does not identify it. */
export function confirmedLines(rows: readonly DraftRow[]): Line[] {
  return rows.flatMap((row) => {
    const line = lineOf(row.line)
    // A market that is not offered stays on the board, among the lines without a rank.
    const statType = findStatType(row.statType)?.name ?? marketNotOffered(row)
    const name = row.name.replace(/\s+/g, ' ').trim()
    if (line === null || statType === null || name === '') return []
    const team = row.team.trim().toUpperCase()
    const isOwn = row.opponent !== null && canonicalClubCode(row.opponent) === canonicalClubCode(team)
    return {
      id: `${PICTURE_LINE}${row.key}`,
      name,
      team,
      position: row.position,
      stats: row.side ? formatStatsText({ line, side: row.side, statType }) : `${line} ${statType}`,
      line,
      statType,
      oddsType: row.oddsType,
      opponent: isOwn ? null : row.opponent,
      homeAway: isOwn ? null : row.homeAway,
      gameTime: null,
      gameId: null,
      combo: COMBO.test(name),
      promo: false,
      regularLine: null,
    }
  })
}
