import type {
  PitcherFacts,
  PitcherPhase,
  PitcherStart,
  PitchingGame,
  StatForecastWire,
} from '@propsight/shared/contracts'
import type { ClubHitting } from '../../sources/stats/format/season-stats.ts'
import type { PlayerForecast } from '../board/forecast/forecast-player.ts'
import type { OpponentHistory } from './opponent-history.ts'
import type { Probable } from './probable-pitchers.ts'

const DAY_MS = 86_400_000
const OUTS_OF_NINE_INNINGS = 27
const OUTS_OF_AN_INNING = 3
/** Limits of the contract. */
const MAX_RECENT = 10
const MAX_AGAINST = 40

const STAT_OF_PHASE: Readonly<Record<PitcherPhase, string>> = {
  strikeouts: 'Pitcher Strikeouts',
  'hits-allowed': 'Hits Allowed',
}

const startOf = ({ date, opponent, homeAway, outs, strikeOuts, hits }: PitchingGame): PitcherStart => ({
  date,
  opponent,
  homeAway,
  outs,
  strikeOuts,
  hits,
})

const sum = (games: readonly PitchingGame[], count: (game: PitchingGame) => number): number =>
  games.reduce((total, game) => total + count(game), 0)

const numberOrNull = (value: number | null): number | null => (Number.isNaN(value) ? null : value)

/**
 * Rates of a pitcher's season so far by the official definitions (MLB glossary: ERA, K/9, H/9, WHIP). Relief
 * games count, as in the rates of the stats service. They are computed from the game log, because the rates
 * of the service already include the game of the day.
 */
export function seasonRates(games: readonly PitchingGame[]): PitcherFacts['season'] {
  const outs = sum(games, (game) => game.outs)
  const per = (inOuts: number, count: (game: PitchingGame) => number) =>
    outs > 0 ? (sum(games, count) * inOuts) / outs : null
  return {
    // Games without earned runs make the sum, and with it the rate, unknown.
    era: numberOrNull(per(OUTS_OF_NINE_INNINGS, (game) => game.earnedRuns ?? Number.NaN)),
    whip: per(OUTS_OF_AN_INNING, (game) => game.baseOnBalls + game.hits),
    strikeOutsPer9: per(OUTS_OF_NINE_INNINGS, (game) => game.strikeOuts),
    hitsPer9: per(OUTS_OF_NINE_INNINGS, (game) => game.hits),
    starts: games.filter(({ started }) => started).length,
  }
}

/** Batting rates of a club; null for an unknown club and before its first game. */
export function opponentRates(batting: ClubHitting | undefined): PitcherFacts['opponent'] {
  if (!batting) return { strikeOutRate: null, contactRate: null, hitRate: null }
  const { plateAppearances, baseOnBalls, hitByPitch, strikeOuts, hits } = batting.stat
  // Not a number, and thus without rates, where hit by pitch is unknown.
  const swung = plateAppearances - baseOnBalls - (hitByPitch ?? Number.NaN)
  return {
    strikeOutRate: plateAppearances > 0 ? strikeOuts / plateAppearances : null,
    contactRate: swung > 0 ? Math.max(0, 1 - strikeOuts / swung) : null,
    hitRate: swung > 0 ? hits / swung : null,
  }
}

/** Days of rest between two appearances, excluding both days: Monday to Saturday is four days of rest. */
export function daysOfRest(last: string | undefined, date: string): number | null {
  if (last === undefined) return null
  return Math.max(0, Math.round((Date.parse(date) - Date.parse(last)) / DAY_MS) - 1)
}

interface FactsInput {
  readonly pitcher: Probable
  readonly phase: PitcherPhase
  /** League day of the game. */
  readonly date: string
  /** This season's games before it, oldest first. */
  readonly games: readonly PitchingGame[]
  readonly history: OpponentHistory
  readonly opponent: ClubHitting | undefined
  readonly expected: PlayerForecast
  /** The opposing batting order of `expected`. */
  readonly lineup: PitcherFacts['lineup']
}

/** The starts against the opponent of the coming game. */
export const startsAgainst = (games: readonly PitchingGame[], { opponentNames }: Probable): PitchingGame[] =>
  games.filter(({ started, opponent }) => started && opponentNames.has(opponent))

/** Prices are for signed-in users; the page is public. */
const withoutPrices = ({ shown, ...forecast }: StatForecastWire): StatForecastWire => {
  if (!shown) return forecast
  const { quotes: _, ...free } = shown
  return { ...forecast, shown: free }
}

/**
 * One record of the stream: facts of a pitcher and the forecast of the engine. The page applies its own entry
 * rules.
 */
export function pitcherFacts(input: FactsInput): PitcherFacts {
  const { pitcher, phase, date, games, history, opponent, expected, lineup } = input
  const forecast = expected.forecasts?.find(({ stat }) => stat === STAT_OF_PHASE[phase])
  const none = expected.forecastMissing ?? 'none for these stats'
  return {
    type: 'pitcher',
    id: pitcher.shown.id,
    phase,
    recent: games
      .filter(({ started }) => started)
      .slice(-MAX_RECENT)
      .map(startOf),
    vsOpponent: [...history.games, ...startsAgainst(games, pitcher)].slice(-MAX_AGAINST).map(startOf),
    ...(history.missingSeasons.length > 0 ? { missingSeasons: [...history.missingSeasons] } : {}),
    season: seasonRates(games),
    opponent: opponentRates(opponent),
    daysOfRest: daysOfRest(games.at(-1)?.date, date),
    ...(forecast
      ? {
          forecast: withoutPrices(forecast),
          ...(expected.forecastNote && { forecastNote: expected.forecastNote }),
          lineup,
          ...(expected.engine ? { engine: expected.engine } : {}),
        }
      : { forecastMissing: none }),
  }
}
