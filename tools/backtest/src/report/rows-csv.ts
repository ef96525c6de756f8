import type { Cases } from '../score/cases.ts'
import { MARKETS, PITCHER_STATS } from '../score/markets.ts'

const COLUMNS = 'date,gameId,playerId,market,outcome,base,lastTen,season,engineKnown,engineUnknown'

/**
 * Every judged forecast beside what came of it, to all digits: whoever doubts a figure can add it up, and whoever
 * doubts that the future is out of reach can change it and compare. A pitcher's stat has values instead of chances.
 */
export function rowsCsv({ batters, pitchers }: Cases): string {
  const lines = [COLUMNS]
  for (const { date, gameId, playerId, over, base, lastTen, season, known, unknown } of batters)
    for (const [market, { name }] of MARKETS.entries()) {
      const figures = [over, base, lastTen, season, known, unknown].map((each) => each[market])
      lines.push([date, gameId, playerId, name, ...figures].join(','))
    }
  for (const { date, gameId, playerId, actual, season, engine } of pitchers)
    for (const [at, stat] of PITCHER_STATS.entries())
      lines.push(
        [date, gameId, playerId, stat, actual[at], '', '', season[at], engine[at], engine[at]].join(','),
      )
  return `${lines.join('\n')}\n`
}
