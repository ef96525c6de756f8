import { normal, type Random, randomFrom } from '../world/random.ts'
import type { OddsGame, OddsPlayer } from './odds-day.ts'

/**
 * How a market reacts to news and how well books know it. News and errors are shifts of the logit of the over
 * probability: 0.1 is 2.5 points near one half.
 */
interface MarketTraits {
  /** Weight of a change of the place in the batting order. */
  readonly order: number
  /** Weight of a change of the weather forecast. */
  readonly weather: number
  /** Weight of a report on a starting pitcher's workload. */
  readonly workload: number
  /** Standard deviation of the error that all books share, at the opening and at the first pitch. */
  readonly open: number
  readonly close: number
  /** Standard deviation of an average book's own error. */
  readonly book: number
  /** Number of alternate lines on each side of the main line. */
  readonly alternates: number
}

const traits = (
  [order, weather, workload]: readonly [number, number, number],
  [open, close, book]: readonly [number, number, number],
  alternates = 0,
): MarketTraits => ({ order, weather, workload, open, close, book, alternates })

/** Traits by market key. Weights are relative to hits (order), total bases (weather) and strikeouts (workload). */
const MARKET_TRAITS: Readonly<Record<string, MarketTraits>> = {
  pitcher_strikeouts: traits([0, 0, 1], [0.11, 0.04, 0.05], 3),
  pitcher_outs: traits([0, 0, 1.3], [0.11, 0.04, 0.06], 3),
  pitcher_hits_allowed: traits([0, 0.5, 0.7], [0.11, 0.05, 0.06], 2),
  pitcher_walks: traits([0, 0, 0.5], [0.11, 0.05, 0.07], 2),
  pitcher_earned_runs: traits([0, 0.9, 0.4], [0.12, 0.05, 0.07]),
  batter_hits: traits([1, 0.4, 0], [0.09, 0.04, 0.05], 2),
  batter_total_bases: traits([1, 1, 0], [0.1, 0.04, 0.05], 3),
  batter_home_runs: traits([0.9, 1.8, 0], [0.14, 0.06, 0.08], 1),
  batter_rbis: traits([0.9, 0.9, 0], [0.11, 0.05, 0.07]),
  batter_runs_scored: traits([1.2, 0.9, 0], [0.11, 0.05, 0.07]),
  batter_hits_runs_rbis: traits([1.1, 0.8, 0], [0.1, 0.04, 0.05], 3),
  batter_singles: traits([0.9, 0, 0], [0.1, 0.05, 0.07]),
  batter_doubles: traits([0.8, 0.6, 0], [0.13, 0.06, 0.09]),
  batter_walks: traits([0.9, 0, 0], [0.12, 0.06, 0.08]),
  batter_strikeouts: traits([0.9, 0, 0], [0.1, 0.05, 0.06]),
  batter_stolen_bases: traits([0.8, 0, 0], [0.16, 0.08, 0.12]),
}

/** Traits of the markets of other sports: no news but the drift toward the true chance. */
const OTHER_TRAITS = traits([0, 0, 0], [0.1, 0.04, 0.05], 2)
export const traitsOf = (market: string): MarketTraits => MARKET_TRAITS[market] ?? OTHER_TRAITS

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** A piece of news: from `at` (ms since 1970) on it shifts the logit of the over probability. */
export interface NewsStep {
  readonly at: number
  readonly shift: number
}

/** What happens to a prop before the first pitch. */
export interface PropNews {
  /** Shift against the true chance after all news: the error that all books share at the close. */
  readonly closing: number
  /** In order of time. */
  readonly steps: readonly NewsStep[]
}

/** Hours before the first pitch: latest and earliest. */
const WEATHER_HOURS = [1.5, 8] as const
const WORKLOAD_HOURS = [1, 6] as const
const LINEUP_HOURS = [2, 4] as const
const DRIFT_HOURS = 14
const LAST_DRIFT_MINUTES = 10

const WEATHER_RATE = 0.35
const WEATHER_SHIFT = 0.12
/** Share of forecast changes that are large, and how much larger. */
const STORM_RATE = 0.2
const STORM_FACTOR = 2.5
const WORKLOAD_RATE = 0.12
const WORKLOAD_SHIFT = [0.25, 0.6] as const
/** Shift of one place in the batting order: 0.11 plate appearances of 4.2, on hits. */
const SLOT_SHIFT = 0.045
/** Shares of batters with another place than expected, by one or two places, and by three to five. */
const SLOT_RATE = 0.4
const FAR_SLOT_RATE = 0.07
const SUBSTITUTE_SHIFT = -0.06
const DRIFT_NOISE = 0.03
/** Part of the shared error that is the same in all markets of a player who is no pitcher. */
const PLAYER_PART = 0.6
/** Markets in which more of the batter's other counts means less. */
const OPPOSITE = new Set(['batter_strikeouts'])
/** Over probability of an expected regular compared to the substitute. */
const REGULAR_SHIFT = 0.12

const between = (random: Random, [low, high]: readonly [number, number]): number =>
  low + random() * (high - low)

const beforeStart = (random: Random, { startsAt }: OddsGame, hours: readonly [number, number]): number =>
  startsAt - between(random, hours) * HOUR_MS

/** News about a game or a player, before it is weighted by the market. */
interface RawNews {
  readonly at: number
  readonly size: number
}

/** A change of the weather forecast of a game without a roof. */
const weatherNews = (seed: string, game: OddsGame): RawNews | null => {
  const random = randomFrom(seed, 'weather', game.game.pk)
  if (game.park?.roof !== 'open' || random() >= WEATHER_RATE) return null
  const at = beforeStart(random, game, WEATHER_HOURS)
  const factor = random() < STORM_RATE ? STORM_FACTOR : 1
  return { at, size: normal(random) * WEATHER_SHIFT * factor }
}

const workloadNews = (seed: string, game: OddsGame, player: OddsPlayer): RawNews | null => {
  const random = randomFrom(seed, 'workload', game.game.pk, player.id)
  if (player.role !== 'pitcher' || random() >= WORKLOAD_RATE) return null
  const at = beforeStart(random, game, WORKLOAD_HOURS)
  const size = between(random, WORKLOAD_SHIFT)
  return { at, size: random() < 0.65 ? -size : size }
}

const distance = (random: Random): number => {
  const u = random()
  if (u < FAR_SLOT_RATE) return 3 + Math.floor(random() * 3)
  if (u < FAR_SLOT_RATE + SLOT_RATE) return 1 + Math.floor(random() * 2)
  return 0
}

/** The batting order is confirmed: a batter's place differs from the expected one. */
const orderNews = (seed: string, game: OddsGame, player: OddsPlayer): RawNews | null => {
  if (player.role !== 'batter') return null
  const at = beforeStart(randomFrom(seed, 'lineup', game.game.pk, String(player.home)), game, LINEUP_HOURS)
  const random = randomFrom(seed, 'order', game.game.pk, player.id)
  const away = distance(random)
  const expected = random() < 0.5 ? player.slot - away : player.slot + away
  const change = Math.min(8, Math.max(0, expected)) - player.slot
  return change === 0 ? null : { at, size: change * SLOT_SHIFT }
}

/** The club's other batters lose a little when a regular is scratched. */
const scratchNews = (game: OddsGame, player: OddsPlayer): RawNews | null => {
  const scratched = game.players.find(({ scratchedAt, home }) => scratchedAt !== null && home === player.home)
  if (player.role !== 'batter' || !scratched?.scratchedAt || scratched.id === player.id) return null
  return { at: scratched.scratchedAt, size: SUBSTITUTE_SHIFT }
}

const TEAM_MARKETS = new Set(['batter_rbis', 'batter_runs_scored', 'batter_hits_runs_rbis'])

/** The slow drift from the opening error to the closing error, in several small steps. */
const driftSteps = (random: Random, game: OddsGame, change: number): NewsStep[] => {
  const from = Math.max(game.listedAt, game.startsAt - DRIFT_HOURS * HOUR_MS)
  const until = game.startsAt - LAST_DRIFT_MINUTES * MINUTE_MS
  const count = 4 + Math.floor(random() * 4)
  const parts = Array.from({ length: count }, () => 0.2 + random())
  const noise = parts.map(() => normal(random) * DRIFT_NOISE)
  const total = parts.reduce((sum, part) => sum + part, 0)
  const mean = noise.reduce((sum, each) => sum + each, 0) / count
  return parts.map((part, n) => ({
    at: from + random() * (until - from),
    shift: (change * part) / total + (noise[n] ?? 0) - mean,
  }))
}

/**
 * News of the props of one player: the forecast, the workload, the batting order, a scratch in the club, and the
 * drift toward the true chance. Deterministic from its arguments.
 * @param seed seed of the league and day
 * @returns the news of a market by its key
 */
export function playerNews(seed: string, game: OddsGame, player: OddsPlayer): (market: string) => PropNews {
  const weather = weatherNews(seed, game)
  const workload = workloadNews(seed, game, player)
  const order = orderNews(seed, game, player)
  const scratch = scratchNews(game, player)
  const shared = randomFrom(seed, 'player', game.game.pk, player.id)
  const opening = normal(shared)
  const closing = normal(shared)
  return (market) => {
    const traits = traitsOf(market)
    const random = randomFrom(seed, 'drift', game.game.pk, player.id, market)
    const sign = OPPOSITE.has(market) ? -1 : 1
    const part = player.role === 'pitcher' ? 0 : PLAYER_PART
    const error = (common: number) => part * sign * common + Math.sqrt(1 - part * part) * normal(random)
    const openError = traits.open * error(opening)
    const closeError = traits.close * error(closing)
    const weigh = (news: RawNews | null, weight: number): NewsStep[] =>
      news && weight !== 0 ? [{ at: news.at, shift: news.size * weight }] : []
    const steps = [
      ...weigh(weather, traits.weather),
      ...weigh(workload, traits.workload),
      ...weigh(order, traits.order),
      ...weigh(scratch, TEAM_MARKETS.has(market) ? 1 : 0),
      ...driftSteps(random, game, closeError - openError),
    ]
    const regular = player.scratchedAt === null ? 0 : REGULAR_SHIFT
    return { closing: closeError + regular, steps: steps.toSorted((a, b) => a.at - b.at) }
  }
}
