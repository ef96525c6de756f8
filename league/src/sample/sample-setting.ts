import { PARKS } from '../data/parks.ts'
import type { Person } from '../world/person.ts'
import { calibratedRates } from './calibrate.ts'
import { LEAGUE_RATES } from './league-rates.ts'
import { makePlayers } from './players.ts'
import { parkMultipliers, type Talents } from './talents.ts'

/** What decides how the sample league plays, before its first game. */
export interface SampleSetting {
  readonly seed: string
  readonly people: Person[]
  readonly talents: Talents
  /** What `matchup` is fed, so that play keeps the league's rates. */
  readonly rates: Float64Array
  /** Multipliers by venue id. */
  readonly parks: ReadonlyMap<number, Float64Array>
}

/**
 * The sample league's players, parks and rates: the same from the same seed.
 * @param season year that the players' ages are of
 * @param leagueRates chances per plate appearance, in the order of `EVENTS`, that play shall come out at
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
