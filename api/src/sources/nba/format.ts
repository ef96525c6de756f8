import { type BoxLine, NBA_CLUBS } from '@propsight/shared/domain/sports/nba'
import * as z from 'zod'
import { flagField, listOf, optionalField } from '../../platform/service-client/answer-lists.ts'

/** ESPN's codes that differ from those of the book and of the product. */
const CODES: Readonly<Record<string, string>> = { GS: 'GSW', NO: 'NOP', NY: 'NYK', SA: 'SAS', UTAH: 'UTA' }
const CLUBS: ReadonlySet<string> = new Set(NBA_CLUBS.map(({ code }) => code))

/** The product's code of a club at ESPN; null for a team that is no club, such as those of the All-Star Game. */
export function nbaClubCode(code: string): string | null {
  const plain = CODES[code.toUpperCase()] ?? code.toUpperCase()
  return CLUBS.has(plain) ? plain : null
}

const athleteSchema = z.object({
  athlete: z.object({
    id: z.coerce.number().int().positive(),
    displayName: z.string().min(1),
    position: optionalField(z.object({ abbreviation: z.string() })),
  }),
  starter: flagField(false),
  didNotPlay: flagField(false),
  /** Texts in the order of `labels`; empty for a player who did not play. */
  stats: z.array(z.string()).default([]).catch([]),
})
type Athlete = z.infer<typeof athleteSchema>

const clubBoxSchema = z.object({
  team: z.object({ abbreviation: z.string() }),
  statistics: z.array(z.object({ labels: z.array(z.string()), athletes: listOf(athleteSchema) })).min(1),
})

/** `summary?event=`: the box score of a game. It lacks the players before the tip-off. */
export const espnSummarySchema = z.object({
  header: z.object({ id: z.string() }),
  boxscore: z.object({ players: listOf(clubBoxSchema, { optional: true }) }),
})

const wholeSchema = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
const shotsSchema = z.string().regex(/^\d{1,3}-\d{1,3}$/)

/** A player of a box score; null counts are unknown. */
export const boxLineSchema: z.ZodType<BoxLine & { name: string; started: boolean }> = z.object({
  playerId: z.string(),
  name: z.string(),
  club: z.string(),
  position: z.string(),
  started: z.boolean(),
  minutes: z.number().nonnegative(),
  counts: z.object({
    points: z.int(),
    rebounds: z.int(),
    assists: z.int(),
    steals: z.int(),
    blocks: z.int(),
    turnovers: z.int(),
    twosMade: z.int().nullable(),
    twosAttempted: z.int().nullable(),
    threesMade: z.int().nullable(),
    threesAttempted: z.int().nullable(),
    freeThrowsMade: z.int().nullable(),
    freeThrowsAttempted: z.int().nullable(),
    offensiveRebounds: z.int().nullable(),
  }),
})
export type NbaBoxLine = z.infer<typeof boxLineSchema>

/** Made and attempted of '7-13'; both null if unknown. */
function shotsOf(text: string | undefined): { made: number | null; attempted: number | null } {
  const parsed = shotsSchema.safeParse(text)
  if (!parsed.success) return { made: null, attempted: null }
  const [made = 0, attempted = 0] = parsed.data.split('-').map(Number)
  return { made, attempted }
}

const less = (all: number | null, part: number | null): number | null =>
  all === null || part === null ? null : Math.max(0, all - part)

/** Reads the line of a player who played; null if a count that every market needs is missing. */
function lineOf(
  { athlete, starter, stats }: Athlete,
  labels: readonly string[],
  club: string,
): NbaBoxLine | null {
  const text = (label: string) => stats[labels.indexOf(label)]
  const whole = (label: string) => wholeSchema.safeParse(text(label)).data ?? null
  const field = shotsOf(text('FG'))
  const threes = shotsOf(text('3PT'))
  const free = shotsOf(text('FT'))
  const parsed = boxLineSchema.safeParse({
    playerId: String(athlete.id),
    name: athlete.displayName,
    club,
    position: athlete.position?.abbreviation ?? '',
    started: starter ?? false,
    minutes: whole('MIN'),
    counts: {
      points: whole('PTS'),
      rebounds: whole('REB'),
      assists: whole('AST'),
      steals: whole('STL'),
      blocks: whole('BLK'),
      turnovers: whole('TO'),
      twosMade: less(field.made, threes.made),
      twosAttempted: less(field.attempted, threes.attempted),
      threesMade: threes.made,
      threesAttempted: threes.attempted,
      freeThrowsMade: free.made,
      freeThrowsAttempted: free.attempted,
      offensiveRebounds: whole('OREB'),
    },
  })
  return parsed.data ?? null
}

/** The box score of a game: the lines of all who played, and the ids of those whose line cannot be read. */
export interface NbaBox {
  readonly lines: NbaBoxLine[]
  readonly unreadable: string[]
}

/** Reads the lines of a box score. */
export function readBox({ boxscore }: z.infer<typeof espnSummarySchema>): NbaBox {
  const read = boxscore.players.flatMap(({ team, statistics: [table] }) =>
    (table?.athletes ?? [])
      .filter(({ didNotPlay, stats }) => !didNotPlay && stats.length > 0)
      .map((athlete) => ({
        id: String(athlete.athlete.id),
        line: lineOf(athlete, table?.labels ?? [], nbaClubCode(team.abbreviation) ?? team.abbreviation),
      })),
  )
  return {
    lines: read.flatMap(({ line }) => line ?? []),
    unreadable: read.flatMap(({ id, line }) => (line ? [] : [id])),
  }
}

/** The number of an athlete in the address of a page: '…/id/4597509/aaliyah-nye'. */
const ID_IN_LINK = /\/id\/(\d{1,9})(?:\/|$)/

const reportSchema = z
  .object({
    status: z.string().max(60),
    date: z.string().regex(/^\d{4}-\d\d-\d\dT/),
    shortComment: optionalField(z.string()),
    athlete: z.object({ displayName: z.string(), links: z.array(z.object({ href: z.string() })) }),
    details: optionalField(z.object({ type: optionalField(z.string()) })),
  })
  .transform(({ status, date, shortComment, athlete, details }, context) => {
    const id = athlete.links.flatMap(({ href }) => ID_IN_LINK.exec(href)?.[1] ?? [])[0]
    if (id === undefined) {
      context.addIssue({ code: 'custom', message: 'an athlete without an id' })
      return z.NEVER
    }
    return {
      personId: Number(id),
      status,
      date: date.slice(0, 10),
      text: shortComment ?? '',
      part: details?.type ?? '',
    }
  })
/** A report that a player is injured or questionable. */
export type InjuryReport = z.infer<typeof reportSchema>

/** `injuries`: the reports of all clubs. */
export const espnInjuriesSchema = z.object({
  injuries: listOf(z.object({ injuries: listOf(reportSchema) })),
})
