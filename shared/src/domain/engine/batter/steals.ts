import { logit } from '../log-odds.ts'
import { settle } from './settled.ts'
import type { EventTally } from './steps.ts'

type Record = EventTally & { readonly stolenBases: number }

/** Times on first base by a hit, a walk or a pitch. */
const onFirst = (record: Record): number =>
  Math.max(
    0,
    record.hits - record.doubles - record.triples - record.homeRuns + record.baseOnBalls + record.hitByPitch,
  )

const LEAST_RATE = 1e-4
const MOST_RATE = 0.5

/** Log-odds of a stolen base after reaching first, and the variance of what is not known about them. */
export function stealing(own: Record, league: Record, strength: number) {
  const rate = Math.min(MOST_RATE, Math.max(LEAST_RATE, league.stolenBases / Math.max(1e-9, onFirst(league))))
  const of = onFirst(own)
  const { against, variance } = settle({ yes: Math.min(own.stolenBases, of), of }, rate, strength)
  return { logOdds: logit(rate) + against, variance }
}
