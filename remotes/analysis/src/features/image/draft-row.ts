import { EXTRACTED_FIELDS, type ExtractedRow, oddsTypeSchema } from '@propsight/shared/contracts'
import { parseStatsText, findStatType } from '@propsight/shared/domain'
import * as z from 'zod'

const share = z.number()

/** An extracted row under review: the read values as editable text. */
export const draftRowSchema = z.object({
  key: z.string(),
  name: z.string(),
  team: z.string(),
  /** Name of a market that game logs can answer, or empty. */
  statType: z.string(),
  /** As typed; `lineOf` parses it. */
  line: z.string(),
  side: z.enum(['OVER', 'UNDER']).nullable(),
  oddsType: oddsTypeSchema,
  position: z.string(),
  opponent: z.string().nullable(),
  homeAway: z.enum(['HOME', 'AWAY']).nullable(),
  gameTime: z.string().nullable(),
  box: z.object({ x: share, y: share, width: share, height: share }).nullable(),
  doubts: z.array(z.object({ field: z.enum(EXTRACTED_FIELDS), reason: z.string() })),
  /** Whether the user confirmed the row. */
  checked: z.boolean(),
})
export type DraftRow = z.infer<typeof draftRowSchema>

/** Fields that determine the analysis. Only a doubt about one of them needs a check by the user. */
const DECISIVE = new Set<string>(['name', 'team', 'stats'])

/** The doubts that need a check before the row is analyzed. */
export const decisiveDoubts = ({ doubts }: DraftRow): DraftRow['doubts'] =>
  doubts.filter(({ field }) => DECISIVE.has(field))

/** Whether a row has doubts that the user has not checked. */
export const isUncertain = (row: DraftRow): boolean => !row.checked && decisiveDoubts(row).length > 0

let made = 0
const newKey = (): string => {
  made += 1
  return `${Date.now().toString(36)}-${made}`
}

/** Converts an extracted row. Missing fields are parsed from its text, for example '1.5 More Total Bases'. */
export function asDraft(row: ExtractedRow): DraftRow {
  const told = parseStatsText(row.stats)
  const line = row.line ?? told?.line
  return {
    key: newKey(),
    name: row.name,
    team: row.team,
    statType: findStatType(row.statType ?? told?.statType ?? '')?.name ?? '',
    line: line === undefined ? '' : String(line),
    side: told?.side ?? null,
    oddsType: row.oddsType,
    position: row.position,
    opponent: row.opponent,
    homeAway: row.homeAway,
    gameTime: row.gameTime,
    box: row.box,
    doubts: row.doubts,
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

const FIELD_OF = { name: 'name', team: 'team', statType: 'stats', line: 'stats', side: 'stats' } as const

/** Changes fields of a row and removes their doubts, since the user has checked an edited field. */
export function changed(row: DraftRow, part: Partial<DraftRow>): DraftRow {
  const seen = new Set<string>(
    Object.keys(part).map((field) => FIELD_OF[field as keyof typeof FIELD_OF] ?? field),
  )
  return { ...row, ...part, doubts: row.doubts.filter(({ field }) => !seen.has(field)) }
}
