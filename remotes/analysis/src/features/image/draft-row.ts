import { EXTRACTED_FIELDS, type ExtractedRow, oddsTypeSchema } from '@propsight/shared/contracts'
import { parseStatsText, statTypeOf } from '@propsight/shared/domain'
import * as z from 'zod'

const share = z.number()

/** One row while its user looks at it: what was read, as text that can be typed over. */
export const draftRowSchema = z.object({
  key: z.string(),
  name: z.string(),
  team: z.string(),
  /** Name of a stat that a log answers, or empty. */
  statType: z.string(),
  /** As typed; `lineOf` reads it. */
  line: z.string(),
  side: z.enum(['OVER', 'UNDER']).nullable(),
  oddsType: oddsTypeSchema,
  position: z.string(),
  opponent: z.string().nullable(),
  homeAway: z.enum(['HOME', 'AWAY']).nullable(),
  gameTime: z.string().nullable(),
  box: z.object({ x: share, y: share, width: share, height: share }).nullable(),
  doubts: z.array(z.object({ field: z.enum(EXTRACTED_FIELDS), reason: z.string() })),
  /** Whether the user said that it is right, or changed it. */
  checked: z.boolean(),
})
export type DraftRow = z.infer<typeof draftRowSchema>

/** Fields that decide what is analyzed: only a doubt about one of them has to be looked at. */
const DECISIVE = new Set<string>(['name', 'team', 'stats'])

/** The doubts that have to be looked at before a row is analyzed. */
export const decisiveDoubts = ({ doubts }: DraftRow): DraftRow['doubts'] =>
  doubts.filter(({ field }) => DECISIVE.has(field))

/** A row that may be wrong and that nobody looked at. */
export const isUncertain = (row: DraftRow): boolean => !row.checked && decisiveDoubts(row).length > 0

let made = 0
const newKey = (): string => {
  made += 1
  return `${Date.now().toString(36)}-${made}`
}

/** A row as it was read; what the reader left out of its fields is taken from its text, '1.5 More Total Bases'. */
export function asDraft(row: ExtractedRow): DraftRow {
  const told = parseStatsText(row.stats)
  const line = row.line ?? told?.line
  return {
    key: newKey(),
    name: row.name,
    team: row.team,
    statType: statTypeOf(row.statType ?? told?.statType ?? '')?.name ?? '',
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

/** A row that the reader missed, for its user to fill in. */
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

/** A row with fields changed; who changes a field has looked at it, so its doubt is gone. */
export function changed(row: DraftRow, part: Partial<DraftRow>): DraftRow {
  const seen = new Set<string>(
    Object.keys(part).map((field) => FIELD_OF[field as keyof typeof FIELD_OF] ?? field),
  )
  return { ...row, ...part, doubts: row.doubts.filter(({ field }) => !seen.has(field)) }
}
