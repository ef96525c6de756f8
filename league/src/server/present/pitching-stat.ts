import { PIT, PITCHING } from '../../world/stat-fields.ts'
import { average, inningsText, ratio } from './rate-text.ts'

type Counts = ArrayLike<number>
const at = (counts: Counts, field: number): number => counts[field] ?? 0

/** The service's pitching stats from counts by column; rates are computed from `rates`, see `hittingStat`. */
export function pitchingStat(counts: Counts, gamesPlayed: number, rates: Counts = counts) {
  const outs = at(rates, PIT.outs)
  const per9 = (field: number) => ratio(at(rates, field) * 27, outs)
  const [ab, h] = [at(rates, PIT.atBats), at(rates, PIT.hits)]
  const onBase = h + at(rates, PIT.baseOnBalls) + at(rates, PIT.hitBatsmen)
  const chances = ab + at(rates, PIT.baseOnBalls) + at(rates, PIT.hitBatsmen) + at(rates, PIT.sacFlies)
  const bases = h + at(rates, PIT.doubles) + 2 * at(rates, PIT.triples) + 3 * at(rates, PIT.homeRuns)
  const decisions = at(rates, PIT.wins) + at(rates, PIT.losses)
  const steals = at(rates, PIT.stolenBases)
  const stat: Record<string, number | string> = { gamesPlayed, gamesPitched: gamesPlayed }
  for (let field = 0; field < PITCHING.length; field++) stat[PITCHING[field] ?? ''] = at(counts, field)
  stat.hitByPitch = at(counts, PIT.hitBatsmen)
  stat.inningsPitched = inningsText(at(counts, PIT.outs))
  stat.balls = at(counts, PIT.numberOfPitches) - at(counts, PIT.strikes)
  stat.era = per9(PIT.earnedRuns)
  stat.whip = ratio((h + at(rates, PIT.baseOnBalls)) * 3, outs, '-')
  stat.avg = average(h, ab)
  stat.obp = average(onBase, chances)
  stat.slg = average(bases, ab)
  stat.ops = average((chances === 0 ? 0 : onBase / chances) + (ab === 0 ? 0 : bases / ab), 1)
  stat.stolenBasePercentage = average(steals, steals + at(rates, PIT.caughtStealing), '.---')
  stat.strikePercentage = average(at(rates, PIT.strikes), at(rates, PIT.numberOfPitches), '-.--')
  stat.groundOutsToAirouts = ratio(at(rates, PIT.groundOuts), at(rates, PIT.airOuts))
  stat.winPercentage = average(at(rates, PIT.wins), decisions, '.---')
  stat.pitchesPerInning = ratio(at(rates, PIT.numberOfPitches) * 3, outs)
  stat.strikeoutWalkRatio = ratio(at(rates, PIT.strikeOuts), at(rates, PIT.baseOnBalls))
  stat.strikeoutsPer9Inn = per9(PIT.strikeOuts)
  stat.walksPer9Inn = per9(PIT.baseOnBalls)
  stat.hitsPer9Inn = per9(PIT.hits)
  stat.runsScoredPer9 = per9(PIT.runs)
  stat.homeRunsPer9 = per9(PIT.homeRuns)
  return stat
}
