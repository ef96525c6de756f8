import { CLUBS } from '../data/clubs.ts'
import { randomFrom } from '../world/random.ts'
import { EVENT_COUNT, estimateRunValue, LEAGUE_RATES, matchup, type Talents } from './plate-appearance.ts'
import { ROSTER_PLAN, SLOTS_PER_CLUB } from './roster-plan.ts'

const SAMPLES = 12_000
/**
 * The best batter of a lineup has this share more plate appearances than the average one, the worst this
 * share less.
 */
const ORDER_TILT = 0.11
const ROUNDS = 4

const MEAN_RUN_VALUE = 0.305
const RUN_VALUE_SPREAD = 0.045

/** Relative number of plate appearances (as batter, as pitcher) by place on the roster. */
const batterWeight = (slot: number): number => {
  const { role, reserve } = ROSTER_PLAN[slot] ?? { role: 'middle', reserve: true }
  if (role === 'regular') return 0.93
  if (role === 'bench') return reserve ? 0.05 : 0.22
  return 0
}
const pitcherWeight = (slot: number): number => {
  const { role, reserve } = ROSTER_PLAN[slot] ?? { role: 'regular', reserve: true }
  if (role === 'starter') return reserve ? 0.12 : 0.95
  if (role === 'middle') return reserve ? 0.04 : 0.42
  return role === 'closer' || role === 'setup' ? 0.4 : 0
}

const weighted = (weight: (slot: number) => number): number[] => {
  const slots: number[] = []
  for (let slot = 0; slot < SLOTS_PER_CLUB; slot++) {
    for (let n = 0; n < Math.round(weight(slot) * 100); n++) slots.push(slot)
  }
  return slots
}

/**
 * The rates to pass to `matchup` so that simulated games have the target rates per plate appearance. The
 * odds-ratio method and the spread of talents shift the averages a little. This function samples batters,
 * pitchers and parks and corrects the shift iteratively.
 * @param targetRates rates per plate appearance, in the order of `EVENTS`
 */
export function calibratedRates(
  seed: string,
  talents: Talents,
  parks: readonly ArrayLike<number>[],
  targetRates: readonly number[] = LEAGUE_RATES,
): Float64Array {
  const rates = Float64Array.from(targetRates)
  const batters = weighted(batterWeight)
  const pitchers = weighted(pitcherWeight)
  const chances = new Float64Array(EVENT_COUNT)
  const runValues = Float64Array.from({ length: talents.bats.length }, (_, person) =>
    estimateRunValue(talents, LEAGUE_RATES, person),
  )
  // Run value in standard deviations from the mean, limited to −1 … 1: better batters hit earlier in the
  // lineup.
  const tilt = (person: number) =>
    Math.max(-1, Math.min(1, ((runValues[person] ?? 0) - MEAN_RUN_VALUE) / RUN_VALUE_SPREAD))
  for (let round = 0; round < ROUNDS; round++) {
    const random = randomFrom(seed, 'calibrate')
    const sampled = new Float64Array(EVENT_COUNT)
    const player = (slots: readonly number[]) =>
      Math.floor(random() * CLUBS.length) * SLOTS_PER_CLUB + (slots[Math.floor(random() * slots.length)] ?? 0)
    const batter = (): number => {
      for (;;) {
        const person = player(batters)
        if (random() * (1 + ORDER_TILT) < 1 + tilt(person) * ORDER_TILT) return person
      }
    }
    for (let n = 0; n < SAMPLES; n++) {
      const park = parks[Math.floor(random() * parks.length)] ?? []
      const sum = matchup(talents, rates, batter(), player(pitchers), park, chances)
      for (let event = 0; event < EVENT_COUNT; event++)
        sampled[event] = (sampled[event] ?? 0) + (chances[event] ?? 0) / sum
    }
    for (let event = 0; event < EVENT_COUNT; event++) {
      rates[event] = ((rates[event] ?? 0) * (targetRates[event] ?? 0) * SAMPLES) / (sampled[event] ?? 1)
    }
  }
  return rates
}
