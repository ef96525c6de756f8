import { PARKS } from '../data/parks.ts'
import type { Person } from '../world/person.ts'
import { calibratedRates } from './calibrate-rates.ts'
import { LEAGUE_RATES } from './league-rates.ts'
import { makePlayers } from './players.ts'
import { parkMultipliers, type Talents } from './talents.ts'

/** The inputs of the sample league's simulation. */
export interface SampleSetting {
  readonly seed: string
  readonly people: Person[]
  readonly talents: Talents
  /** The rates to pass to `matchup`, calibrated so that simulated games have the league's rates. */
  readonly rates: Float64Array
  /** Multipliers of the rates by venue id, in the order of `EVENTS`. */
  readonly parks: ReadonlyMap<number, Float64Array>
}

/**
 * Makes the sample league's players, parks and rates; deterministic from the seed.
 * @param season year for the players' ages
 * @param leagueRates rates per plate appearance, in the order of `EVENTS`, that simulated games should have
 */
export function makeSampleSetting(
  seed: string,
  season: number,
  leagueRates: readonly number[] = LEAGUE_RATES,
): SampleSetting {
  const { people, talents } = makePlayers(seed, season)
  const parks = new Map(PARKS.map(({ id, factors }) => [id, parkMultipliers(factors)]))
  const rates = calibratedRates(seed, talents, [...parks.values()], leagueRates)
  return { seed, people, talents, rates, parks }
}
