import * as z from 'zod'
import type { AthleteTexts, EspnLine, EspnSport } from './espn-sport.ts'
import type { EspnSummary } from './format.ts'

/** The box score of a game, whose ids are of players who took part. */
export interface EspnBox {
  readonly lines: readonly EspnLine[]
  /** Players whose line cannot be read. */
  readonly unreadable: readonly string[]
  /** Players of whom no market counts anything: all of their counts are zero. */
  readonly others: readonly string[]
}

type Club = EspnSummary['boxscore']['players'][number]
type Table = Club['statistics'][number]
type Athlete = Table['athletes'][number]

const lineSchema = ({ countsSchema }: EspnSport): z.ZodType<EspnLine> =>
  z.object({
    playerId: z.string(),
    name: z.string(),
    club: z.string(),
    position: z.string(),
    started: z.boolean(),
    counts: countsSchema,
  })

/** The form of a box score in caches. */
export const boxSchema = (sport: EspnSport): z.ZodType<EspnBox> =>
  z.object({
    lines: z.array(lineSchema(sport)),
    unreadable: z.array(z.string()),
    others: z.array(z.string()),
  })

interface Row {
  readonly table: Table
  readonly athlete: Athlete
}

function textsOf(rows: readonly Row[]): AthleteTexts {
  const byTable = new Map(rows.map((row) => [row.table.name ?? '', row]))
  return {
    position: rows[0]?.athlete.athlete.position?.abbreviation ?? '',
    isIn: (table) => byTable.has(table),
    text(name, column) {
      const row = byTable.get(name)
      if (!row) return undefined
      const { keys, labels } = row.table
      return row.athlete.stats[keys.includes(column) ? keys.indexOf(column) : labels.indexOf(column)]
    },
  }
}

/** The rows of a club's players who took part, by player. */
function rowsByPlayer({ statistics }: Club): Map<number, Row[]> {
  const rows = statistics.flatMap((table) => table.athletes.map((athlete) => ({ table, athlete })))
  const played = rows.filter(({ athlete }) => !athlete.didNotPlay && athlete.stats.length > 0)
  return Map.groupBy(played, ({ athlete }) => athlete.athlete.id)
}

/** Reads a box score: the lines of all who took part. */
export function readBox(sport: EspnSport, { boxscore }: EspnSummary): EspnBox {
  const lines: EspnLine[] = []
  const unreadable: string[] = []
  const others: string[] = []
  const schema = lineSchema(sport)
  for (const club of boxscore.players) {
    for (const [id, rows] of rowsByPlayer(club)) {
      const texts = textsOf(rows)
      const counts = sport.readCounts(texts)
      const { data } = schema.safeParse({
        playerId: String(id),
        name: rows[0]?.athlete.athlete.displayName,
        club: sport.clubCode(club.team.abbreviation) ?? club.team.abbreviation,
        position: texts.position || ((counts && sport.positionOf?.(counts)) ?? ''),
        started: rows.some(({ athlete }) => athlete.starter),
        counts,
      })
      if (data) lines.push(data)
      else (counts ? unreadable : others).push(String(id))
    }
  }
  return { lines, unreadable, others }
}

const PAIR = /^(-?\d{1,3})[-/](\d{1,3})$/

/** A whole number of a box score, which may be negative; null for any other text. */
export const wholeOf = (text: string | undefined): number | null =>
  text !== undefined && /^-?\d{1,3}$/.test(text) ? Number(text) : null

/** Both numbers of '7-13' or '22/31'; null where unknown. */
export function pairOf(text: string | undefined): readonly [number | null, number | null] {
  const found = PAIR.exec(text ?? '')
  return found ? [Number(found[1]), Number(found[2])] : [null, null]
}
