import { BAT, BATTING } from '../../world/stat-fields.ts'
import { average, ratio } from './rate-text.ts'

type Counts = ArrayLike<number>
const at = (counts: Counts, field: number): number => counts[field] ?? 0

/**
 * The service's hitting stats from counts by column. Rates are computed from `rates`: in a game log these are
 * the counts of the season up to that game.
 */
export function hittingStat(counts: Counts, gamesPlayed: number, rates: Counts = counts) {
  const totalBases = bases(counts)
  const [ab, h, hr] = [at(rates, BAT.atBats), at(rates, BAT.hits), at(rates, BAT.homeRuns)]
  const onBase = h + at(rates, BAT.baseOnBalls) + at(rates, BAT.hitByPitch)
  const chances = ab + at(rates, BAT.baseOnBalls) + at(rates, BAT.hitByPitch) + at(rates, BAT.sacFlies)
  const balls = ab - at(rates, BAT.strikeOuts) - hr + at(rates, BAT.sacFlies)
  const slugging = ab === 0 ? 0 : bases(rates) / ab
  const getOn = chances === 0 ? 0 : onBase / chances
  const attempts = at(rates, BAT.stolenBases) + at(rates, BAT.caughtStealing)
  const stat: Record<string, number | string> = { gamesPlayed }
  for (let field = 0; field < BATTING.length; field++) stat[BATTING[field] ?? ''] = at(counts, field)
  stat.totalBases = totalBases
  stat.catchersInterference = 0
  stat.avg = average(h, ab)
  stat.obp = average(onBase, chances)
  stat.slg = average(bases(rates), ab)
  stat.ops = average(getOn + slugging, 1)
  stat.stolenBasePercentage = average(at(rates, BAT.stolenBases), attempts, '.---')
  stat.babip = average(h - hr, balls, '.---')
  stat.groundOutsToAirouts = ratio(at(rates, BAT.groundOuts), at(rates, BAT.airOuts))
  stat.atBatsPerHomeRun = ratio(ab, hr)
  return stat
}

const bases = (counts: Counts): number =>
  at(counts, BAT.hits) + at(counts, BAT.doubles) + 2 * at(counts, BAT.triples) + 3 * at(counts, BAT.homeRuns)
