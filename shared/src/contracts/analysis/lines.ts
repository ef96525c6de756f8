import * as z from '@propsight/shared/schema'
import { ALL_ODDS_TYPES, ODDS_TYPES } from '../../domain/lines/recommendation.ts'
import { findStatType, MLB_MARKETS, type MlbMarket } from '../../domain/sports/mlb/stat-types.ts'
import { SPORT_CODES } from '../../domain/sports/stat-type.ts'

export const RUN_FEATURES = ['quick', 'ai', 'image'] as const

export { MLB_MARKETS, type MlbMarket }

/** A market of another open sport. Its name tells the sport, because no two sports have a market of one name. */
const openMarket = z.string().max(60).refine(isOfOpenSport, 'is not a market of an open sport')
function isOfOpenSport(name: string): boolean {
  const stat = findStatType(name)
  return stat?.name === name && stat.group !== 'hitting' && stat.group !== 'pitching'
}

/** Category of a run whose lines come from the user's picture; these may be of any market. */
export const IMAGE_CATEGORY = 'Image'

/**
 * `POST /api/runs`: holds the credits of one analysis. The same key with the same values returns the same
 * run. A board of quick mode that the account paid for is open on all of its devices for `FREE_BOARD_MS`: any key returns
 * its run then, which is charged once.
 */
export const startRunBody = z
  .strictObject({
    feature: z.enum(RUN_FEATURES),
    category: z.enum([...MLB_MARKETS, IMAGE_CATEGORY]).or(openMarket),
    idempotencyKey: z.uuid(),
  })
  .refine(
    ({ feature, category }) => (feature === 'image') === (category === IMAGE_CATEGORY),
    'an image is analyzed under its own category, and nothing else is',
  )
export type StartRunBody = z.infer<typeof startRunBody>

export const startRunResponse = z.object({
  runId: z.uuid(),
  expiresAt: z.string(),
  /** Until when the board of a paid run is open; absent for a new run, and from older API versions. */
  freeUntil: z.string().optional(),
})
export type StartRunResponse = z.infer<typeof startRunResponse>

/**
 * Markets that need no run and no sign-in: the two of the pitchers page, one of them under two names (N8).
 */
export const PITCHER_PAGE_CATEGORIES = ['Strikeouts', 'Pitcher Hits Allowed', 'Hits Allowed'] as const

/** Above the number of lines that the book ever lists: as `limit`, it requests all lines. */
export const ALL_LINES_LIMIT = 50_000

/**
 * Query of `GET /api/fetch-lines`. The default limit of a run is 30 lines for a pitcher market and 300 for
 * any other (N8). The response contains the total, and a run may request all lines. Without a run the maximum
 * is 50 lines.
 */
export const fetchLinesQuery = z.strictObject({
  book: z.enum(['prizepicks']).default('prizepicks'),
  /** Ignored: the market tells the sport. */
  sport: z.enum(SPORT_CODES).default('MLB'),
  category: z.enum([...MLB_MARKETS, ...PITCHER_PAGE_CATEGORIES]).or(openMarket),
  state: z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .optional(),
  live: z.enum(['true', 'false']).optional(),
  limit: z.coerce.number().int().min(1).max(ALL_LINES_LIMIT).optional(),
  gameIds: z
    .string()
    .max(400)
    .regex(/^[\w-]+(,[\w-]+)*$/)
    .optional(),
  oddsType: z.enum(['All', ...ODDS_TYPES]).default('All'),
  runId: z.uuid().optional(),
})
export type FetchLinesQuery = z.infer<typeof fetchLinesQuery>

/** One prop line: the fields required by row N8 first, then additional ones. */
export const lineSchema = z.object({
  name: z.string(),
  team: z.string(),
  position: z.string(),
  /** A number, More or Less, and the stat: '1.5 More Total Bases'. */
  stats: z.string(),
  line: z.number().nonnegative(),
  /** Team code of the opponent; null if the book does not list it. */
  opponent: z.string().nullable(),
  homeAway: z.enum(['HOME', 'AWAY']).nullable(),
  /** Start of the game, ISO 8601 in UTC. */
  gameTime: z.string().nullable(),
  id: z.string(),
  statType: z.string(),
  /** `unknown` for a kind that the product does not know: More only, without a known payout. */
  oddsType: z.enum(ALL_ODDS_TYPES),
  gameId: z.string().nullable(),
  /** The league's game number; null if the schedule does not have the game, or it is not certain which one it is. */
  gamePk: z.int().nullable().optional(),
  /** 'A + B' line of two players: shown but not ranked, because no single game log settles it. */
  combo: z.boolean(),
  promo: z.boolean(),
  /** The line before a promotion changed it. */
  regularLine: z.number().nullable(),
  /**
   * The book's standard line on the same player, market and game: evidence of what the book expects. Lines of a
   * picture have the one of the picture. Null if there is none; absent from older API versions.
   */
  standardLine: z.number().nonnegative().nullable().optional(),
})
export type Line = z.infer<typeof lineSchema>

export const fetchLinesResponse = z.object({
  players: z.array(lineSchema),
  /** Number of matching lines, including those cut off by `limit`; absent from older API versions. */
  total: z.int().nonnegative().optional(),
  /** Time of the last successful read of the book, ISO 8601; `stale` if a later read failed. */
  readAt: z.string(),
  stale: z.boolean(),
  /** Number of lines left out because they do not match the schema. */
  skipped: z.int().nonnegative(),
  /** Number of matching lines of which it is not certain which game of a day they are on. */
  gameNotCertain: z.int().nonnegative().optional(),
  /** Number of lines of the board's market that the book has suspended: it takes no entry on them. */
  suspended: z.int().nonnegative().optional(),
  /** Number of lines of an 'All Stat Lines' board whose market has no board. */
  notOffered: z.int().nonnegative().optional(),
  /** Number of lines of the book on pages that were not read. */
  notRead: z.int().nonnegative().optional(),
})
export type FetchLinesResponse = z.infer<typeof fetchLinesResponse>
