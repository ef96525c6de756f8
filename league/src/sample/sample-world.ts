import { CLUBS } from '../data/clubs.ts'
import { PARKS } from '../data/parks.ts'
import { priceBoard } from '../pricing/price-board.ts'
import type { Game } from '../world/entities.ts'
import { LineTable } from '../world/line-table.ts'
import { MatchupTable } from '../world/matchup-table.ts'
import { BATTING, PITCHING } from '../world/stat-fields.ts'
import type { World } from '../world/world.ts'
import type { Talents } from './plate-appearance.ts'
import { ROSTER_PLAN } from './players.ts'
import { makeSampleSetting, playSampleYear } from './sample-season.ts'
import type { SeasonPlayed } from './season.ts'

/** Number of simulated earlier seasons, so that pitchers have a history against today's opponent. */
export const EARLIER_SEASONS = 2

export interface SampleWorld {
  readonly world: World
  readonly talents: Talents
  /** The rates that were passed to `matchup`, calibrated to `LEAGUE_RATES`. */
  readonly rates: Float64Array
}

/**
 * Makes the sample league as of the morning of a day; deterministic from the seed. A later day has the same
 * earlier games.
 * @param day the league's day, `YYYY-MM-DD`; its season is its year
 */
export function makeSampleWorld(seed: string, day: string): SampleWorld {
  const season = Number(day.slice(0, 4))

  const setting = makeSampleSetting(seed, season)
  const { people, talents, rates, parks } = setting
  const batting = new LineTable(BATTING.length)
  const pitching = new LineTable(PITCHING.length)
  const matchups = new MatchupTable()
  const games: Game[] = []
  let current: SeasonPlayed | undefined
  for (let year = season - EARLIER_SEASONS; year <= season; year++) {
    const options = { firstIndex: games.length, trades: year === season }
    current = playSampleYear(setting, year, day, { batting, pitching, matchups }, options)
    for (const game of current.games) games.push(game)
  }
  if (current) applyRosters(people, current)
  const { lines, props } = priceBoard({
    seed: `${seed}|${day}`,
    talents,
    rates,
    parks,
    games: games.filter(({ date, result }) => date === day && !result),
    squads: current?.today ?? new Map(),
    people,
  })
  const label = 'Sample league · invented players'
  const transactions = current?.state.transactions ?? []
  return {
    world: {
      label,
      day,
      season,
      clubs: CLUBS,
      parks: PARKS,
      people,
      games,
      batting,
      pitching,
      matchups,
      transactions,
      lines,
      props,
      hands: true,
      missingFields: { hitting: [], pitching: [] },
      blanks: [],
      assumptions: [],
    },
    talents,
    rates,
  }
}

const applyRosters = (people: World['people'], { state }: SeasonPlayed): void => {
  const injured = new Set(state.clubs.flatMap(({ replacements }) => [...replacements.keys()]))
  for (const club of state.clubs) {
    const recalled = new Set(club.replacements.values())
    club.roster.forEach((index, slot) => {
      const person = people[index]
      if (!person) return
      person.teamId = club.teamId
      if (injured.has(index)) person.status = 'injured'
      else if (ROSTER_PLAN[slot]?.reserve && !recalled.has(slot)) person.status = 'minors'
      else person.status = 'active'
    })
  }
}
