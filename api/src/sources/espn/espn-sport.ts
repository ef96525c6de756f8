import { availabilitySchema } from '@propsight/shared/contracts'
import {
  type addStatTypes,
  type BoxScoreGroup,
  easternDate,
  type OddsSport,
  type SportCode,
} from '@propsight/shared/domain'
import type { EngineResult, StatForecast } from '@propsight/shared/domain/engine'
import type { ZodType } from 'zod'
import * as z from 'zod'
import { deriveOnce } from '../../platform/cache/cache.ts'
import type { Absence, GameSetting, PictureWords } from '../box-score-league.ts'
import type { ClubReport, EspnSummary } from './format.ts'

/** Counts of a player's game by name; null where the service has none. */
export type Counts = Readonly<Record<string, number | null>>

/** A player's line of a box score. */
export interface EspnLine {
  readonly playerId: string
  readonly name: string
  readonly club: string
  /** Empty where the service does not say. */
  readonly position: string
  readonly started: boolean
  readonly counts: Counts
}

/** What is known of a game before it begins. */
export interface EspnFixture {
  /** US Eastern day. */
  readonly date: string
  /** Year in which the season began. */
  readonly season: number
  readonly playoffs: boolean
  readonly home: string
  readonly away: string
  readonly setting: GameSetting
}

/** A game that is over. */
export interface FinalGame extends EspnFixture {
  readonly id: string
  readonly homeScore: number
  readonly awayScore: number
}

/** A game that is over, with the lines of its players. */
export interface EspnGame extends FinalGame {
  readonly lines: readonly EspnLine[]
}

/** The engine of a sport: games are added in order of date. */
export interface SportEngine {
  add(game: EspnGame): void
  /** Regular players of a club who are not among those playing. */
  reportedOut(club: string, season: number, playing: ReadonlySet<string>): ReadonlySet<string>
  /** Forecasts all markets of a player's game. @param out players of the club who do not play, where that is known */
  forecast(
    playerId: string,
    club: string,
    fixture: EspnFixture,
    out: ReadonlySet<string> | undefined,
  ): EngineResult<StatForecast[]>
}

/** The texts of a player in the tables of a box score. */
export interface AthleteTexts {
  readonly position: string
  /** Whether a table lists the player. @param name '' for the only table of a sport */
  isIn(table: string): boolean
  /** The text under a key or label of a table. */
  text(table: string, column: string): string | undefined
}

/** What ESPN's client has to know of a sport. */
export interface EspnSport {
  readonly sport: SportCode
  readonly group: BoxScoreGroup
  /** Path of the endpoints of the sport. */
  readonly path: string
  readonly engine: string
  /** The markets with what the engine knows of them. */
  readonly stats: Parameters<typeof addStatTypes>[0]
  /** The sport at the odds service. */
  readonly odds: OddsSport
  readonly pictureWords: PictureWords
  /** Month and day before which no season begins, `MM-DD`. */
  readonly seasonBegins: string
  /** How many years after that of its beginning a season is named by. */
  readonly namedLater: 0 | 1
  /** Days after today whose games have lines. */
  readonly daysAhead: number
  /** Codes of the clubs whose rosters say the positions; none where the box score does. */
  readonly rosters: readonly string[]
  /** The product's code of a club; null for a team that is no club, such as those of an All-Star Game. */
  clubCode(code: string): string | null
  /** The full names of the clubs by their codes in the product. */
  readonly clubs: ReadonlyMap<string, string>
  /** Whether players of a position have markets. */
  hasMarkets(position: string): boolean
  /** How much of a game a player had, for the order of team-mates. */
  shareOf(counts: Counts): number
  readonly countsSchema: ZodType<Counts>
  /** Counts of a player who took part and of whom no market counts anything. */
  readonly noCounts: Counts | null
  /** Reads the counts of a player who took part; undefined for one of whom no market counts anything. */
  readCounts(texts: AthleteTexts): Counts | undefined
  /** The position of a player of whom neither box score nor roster says one; '' if unknown. */
  positionOf?(counts: Counts): string
  createEngine(): SportEngine
}

/** The year in which the season of a day began. */
export const seasonOf = ({ seasonBegins }: EspnSport, day: string): number =>
  Number(day.slice(0, 4)) - (day.slice(5) < seasonBegins ? 1 : 0)

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

/** Statuses of players who do not play; others are questionable, doubtful, or play. */
const OUT = /^(out|injured reserve|suspen|physically unable|non-football)/i
const MAX_LABEL = 60
const MAX_TEXT = 400

const toAbsence = (sport: EspnSport, report: ClubReport): Absence => ({
  name: report.name,
  club: report.club,
  hasMarkets: sport.hasMarkets(report.position),
  at: report.at,
  availability: availabilitySchema.parse({
    state: 'out',
    label: `${report.status}${report.part && `: ${report.part.toLowerCase()}`}`.slice(0, MAX_LABEL),
    date: easternDate(new Date(report.at)),
    text: report.text.slice(0, MAX_TEXT),
  }),
})
/** The players who are out; the same map for the same reports. */
export const absencesOf = deriveOnce((reports: readonly ClubReport[], sport: EspnSport) => {
  const out = reports.filter(({ status }) => OUT.test(status))
  return new Map(out.map((report) => [report.personId, toAbsence(sport, report)]))
})
