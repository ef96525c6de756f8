import type { GameLog, GamePlace } from '../game-counts.ts'
import { type GameBar, gameBar } from '../game-value.ts'
import { type OverRate, overRate } from './over-rate.ts'
import { TREND_GAMES } from '../analysis-limits.ts'
import type { StatType } from '../stat-types.ts'
import { average, type Trend, trend } from '../trend.ts'

export interface LineTrend {
  /** The last games of the season, oldest first, at most 25. */
  bars: GameBar[]
  counts: OverRate
  /** Mean of the window's games in the market's unit; null without games. */
  average: number | null
  trend: Trend | null
}

interface Played {
  place: GamePlace
  value: number
}

function played(stat: StatType, log: GameLog): Played[] {
  if (stat.group === 'hitting') {
    if (log.group !== 'hitting') return []
    return log.games
      .filter((game) => game.plateAppearances > 0)
      .map((game) => ({ place: game, value: stat.value(game) }))
  }
  if (log.group !== 'pitching') return []
  return log.games.filter((game) => game.started).map((game) => ({ place: game, value: stat.value(game) }))
}

/**
 * Compares one line with a player's game log: bars, over rate of the window, average and form. Trends use the
 * last 25 games (N10). For a pitcher only starts count. For a batter only games with a plate appearance
 * count: a pinch runner or late fielder had no chance to go over, and the book would have voided the leg.
 * @param line the number to beat, as the book writes it
 * @param log this season's games, oldest first; a log of the other group has no games for this market
 * @param window games to look back
 */
export function lineTrend(stat: StatType, line: number, log: GameLog, window: number): LineTrend {
  const recent = played(stat, log).slice(-TREND_GAMES)
  const values = recent.map((game) => game.value)
  return {
    bars: recent.map((game) => gameBar(game.place, game.value, line)),
    counts: overRate(values, line, window),
    average: average(values.slice(-window)),
    trend: trend(values),
  }
}
