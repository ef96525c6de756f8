import * as z from 'zod'
import { flagField, listOf, optionalField } from '../../platform/service-client/answer-lists.ts'

const instant = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'is not a time')

const competitorSchema = z.object({
  homeAway: z.enum(['home', 'away']),
  /** '0' before the start. */
  score: optionalField(z.string()),
  winner: flagField(),
  team: z.object({
    id: optionalField(z.string()),
    abbreviation: z.string(),
    displayName: optionalField(z.string()),
  }),
})

const competitionSchema = z.object({
  /** False while the kickoff is not scheduled: the time is a placeholder then. */
  timeValid: flagField(false),
  neutralSite: flagField(),
  venue: optionalField(z.object({ fullName: z.string(), indoor: flagField() })),
  /** Prices of the game, gone once it has begun. `spread`: points that the home club gives, as a negative number. */
  odds: optionalField(
    z.array(z.object({ spread: optionalField(z.number()), overUnder: optionalField(z.number()) })),
  ),
  competitors: z.array(competitorSchema).length(2),
})

/** A game of any sport. Its time lacks seconds ('2025-10-26T17:00Z'). */
export const espnEventSchema = z.object({
  id: z.string(),
  date: instant,
  /** `type`: 1 preseason, 2 regular season, 3 playoffs. */
  season: optionalField(z.object({ year: z.int(), type: z.int() })),
  status: z.object({
    type: z.object({
      state: z.enum(['pre', 'in', 'post']),
      name: z.string().catch(''),
      completed: flagField(),
    }),
  }),
  competitions: z.array(competitionSchema).min(1),
})
export type EspnEvent = z.infer<typeof espnEventSchema>

/** The scoreboard of one US Eastern day. */
export const espnScoreboardSchema = z.object({
  events: listOf(espnEventSchema, { keyOf: ({ id }) => id }),
})

const athleteSchema = z.object({
  athlete: z.object({
    id: z.coerce.number().int().positive(),
    displayName: z.string().min(1),
    position: optionalField(z.object({ abbreviation: z.string() })),
  }),
  starter: flagField(false),
  didNotPlay: flagField(false),
  /** Texts in the order of `keys` and `labels`; empty for a player who did not play. */
  stats: z.array(z.string()).default([]).catch([]),
})

const names = z.array(z.string()).default([]).catch([])
const tableSchema = z.object({
  /** Sports with several tables name them. */
  name: optionalField(z.string()),
  keys: names,
  labels: names,
  athletes: listOf(athleteSchema, { optional: true }),
})

const clubBoxSchema = z.object({
  team: z.object({ abbreviation: z.string() }),
  statistics: z.array(tableSchema).min(1),
})

/** `summary?event=`: the box score of a game. It lacks the players before the start. */
export const espnSummarySchema = z.object({
  header: z.object({
    id: z.string(),
    competitions: optionalField(
      z.array(z.object({ status: optionalField(z.object({ type: z.object({ completed: flagField() }) })) })),
    ),
  }),
  boxscore: z.object({ players: listOf(clubBoxSchema, { optional: true }) }),
})
export type EspnSummary = z.infer<typeof espnSummarySchema>

/** Whether a box score is that of the whole game, as far as it says. */
export const isOver = ({ header }: EspnSummary): boolean =>
  header.competitions?.[0]?.status?.type.completed !== false

/** The number of an athlete in the address of a page: '…/id/4597509/aaliyah-nye'. */
const ID_IN_LINK = /\/id\/(\d{1,9})(?:\/|$)/

const reportSchema = z
  .object({
    status: z.string().max(60),
    date: instant,
    shortComment: optionalField(z.string()),
    athlete: z.object({
      displayName: z.string(),
      links: z.array(z.object({ href: z.string() })),
      position: optionalField(z.object({ abbreviation: z.string() })),
    }),
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
      name: athlete.displayName,
      position: athlete.position?.abbreviation ?? '',
      at: date,
      text: shortComment ?? '',
      part: details?.type ?? '',
    }
  })
/** A report that a player is injured or questionable, with the code of the club, in the form of caches. */
export const clubReportSchema = z.object({
  personId: z.int(),
  status: z.string(),
  name: z.string(),
  /** Empty where the service does not say. */
  position: z.string(),
  /** Instant of the report. */
  at: z.string(),
  text: z.string(),
  part: z.string(),
  club: z.string().nullable(),
})
export type ClubReport = z.infer<typeof clubReportSchema>

/** `injuries`: the reports of all clubs. */
export const espnInjuriesSchema = z.object({
  injuries: listOf(z.object({ displayName: optionalField(z.string()), injuries: listOf(reportSchema) })),
})

const memberSchema = z.object({
  id: z.coerce.number().int().positive(),
  position: z.object({ abbreviation: z.string() }),
})
/** `teams/{code}/roster` of a sport whose rosters are in groups, such as 'offense'. */
export const espnRosterSchema = z.object({
  athletes: listOf(z.object({ items: listOf(memberSchema, { optional: true }) })),
})
