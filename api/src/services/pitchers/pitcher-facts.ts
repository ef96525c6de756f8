import type { PitcherFacts, PitcherPhase, PitcherStart, PitchingGame } from '@propsight/shared/contracts'
import type { ClubHitting } from '../../sources/stats/format/team-stats.ts'
import type { PlayerForecast } from '../board/forecast/forecast-log.ts'
import type { History } from './look-back.ts'
import type { Probable } from './probable-pitchers.ts'

const DAY_MS = 86_400_000
const OUTS_OF_NINE_INNINGS = 27
const OUTS_OF_AN_INNING = 3
/** As the contract bounds them. */
const MOST_RECENT = 10
const MOST_AGAINST = 40

const STAT_OF_PHASE: Readonly<Record<PitcherPhase, string>> = {
  strikeouts: 'Pitcher Strikeouts',
  'hits-allowed': 'Hits Allowed',
}

const startOf = ({ date, opponent, homeAway, outs, strikeOuts, hits }: PitchingGame): PitcherStart => ({
  ...{ date, opponent, homeAway, outs, strikeOuts, hits },
})

const sum = (games: readonly PitchingGame[], count: (game: PitchingGame) => number): number =>
  games.reduce((total, game) => total + count(game), 0)

/**
 * His season so far, by the definitions of the scorebook: earned runs, strikeouts and hits per nine innings, walks and
 * hits per inning (MLB's glossary: ERA, K/9, H/9, WHIP). Games in relief count, as they do in the service's own rates;
 * from counts, since the service's are of the moment and these are of the morning of the game.
 */
export function seasonRates(games: readonly PitchingGame[]): PitcherFacts['season'] {
  const outs = sum(games, (game) => game.outs)
  const per = (inOuts: number, count: (game: PitchingGame) => number) =>
    outs > 0 ? (sum(games, count) * inOuts) / outs : null
  return {
    era: per(OUTS_OF_NINE_INNINGS, (game) => game.earnedRuns),
    whip: per(OUTS_OF_AN_INNING, (game) => game.baseOnBalls + game.hits),
    strikeOutsPer9: per(OUTS_OF_NINE_INNINGS, (game) => game.strikeOuts),
    hitsPer9: per(OUTS_OF_NINE_INNINGS, (game) => game.hits),
    starts: games.filter(({ started }) => started).length,
  }
}

/** How a club bats; null rates for a club that is unknown or has not batted. */
export function opponentRates(batting: ClubHitting | undefined): PitcherFacts['opponent'] {
  if (!batting) return { strikeOutRate: null, contactRate: null, hitRate: null }
  const { plateAppearances, baseOnBalls, hitByPitch, strikeOuts, hits } = batting.stat
  const swung = plateAppearances - baseOnBalls - hitByPitch
  return {
    strikeOutRate: plateAppearances > 0 ? strikeOuts / plateAppearances : null,
    contactRate: swung > 0 ? Math.max(0, 1 - strikeOuts / swung) : null,
    hitRate: swung > 0 ? hits / swung : null,
  }
}

/** Days between an appearance and a game, neither counted: pitching on Monday and on Saturday is four days of rest. */
export function daysOfRest(last: string | undefined, date: string): number | null {
  if (last === undefined) return null
  return Math.max(0, Math.round((Date.parse(date) - Date.parse(last)) / DAY_MS) - 1)
}

interface FactsOf {
  readonly pitcher: Probable
  readonly phase: PitcherPhase
  /** League day of the game. */
  readonly date: string
  /** This season's games before it, oldest first. */
  readonly games: readonly PitchingGame[]
  readonly history: History
  readonly opponent: ClubHitting | undefined
  readonly expected: PlayerForecast
}

/** Starts against tonight's opponent. */
export const startsAgainst = (games: readonly PitchingGame[], { opponentNames }: Probable): PitchingGame[] =>
  games.filter(({ started, opponent }) => started && opponentNames.has(opponent))

/** One pitcher's record: facts, and what the engine expects; the page's rules are applied by the page. */
export function pitcherFacts(of: FactsOf): PitcherFacts {
  const { pitcher, phase, date, games, history, opponent, expected } = of
  const forecast = expected.forecasts?.find(({ stat }) => stat === STAT_OF_PHASE[phase])
  const none = expected.forecastMissing ?? 'none for his stats'
  return {
    type: 'pitcher',
    id: pitcher.shown.id,
    phase,
    recent: games
      .filter(({ started }) => started)
      .slice(-MOST_RECENT)
      .map(startOf),
    vsOpponent: [...history.games, ...startsAgainst(games, pitcher)].slice(-MOST_AGAINST).map(startOf),
    ...(history.missingSeasons.length > 0 ? { missingSeasons: [...history.missingSeasons] } : {}),
    season: seasonRates(games),
    opponent: opponentRates(opponent),
    daysOfRest: daysOfRest(games.at(-1)?.date, date),
    ...(forecast
      ? { forecast, ...(expected.engine ? { engine: expected.engine } : {}) }
      : { forecastMissing: none }),
  }
}
