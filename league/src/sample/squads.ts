import { type Random, randomFrom } from '../world/random.ts'
import type { Squad } from './game-state.ts'
import { estimateRunValue, type Talents } from './plate-appearance.ts'
import { ROSTER_PLAN } from './roster-plan.ts'
import { available, type ClubState, type SeasonState } from './rosters.ts'

/** Days between starts: normally five, four if no starter has five. */
const REST_DAYS = 5
const SHORT_REST_DAYS = 4
const CATCHER_DAY_OFF = 0.2
const DAY_OFF = 0.045
const FIELD = ['2', '3', '4', '5', '6', '7', '8', '9', '10'] as const

const assignPositions = (state: SeasonState, club: ClubState, day: number, random: Random) => {
  const fit = available(state, club, ['regular', 'bench'], day)
  const resting = new Set(
    fit.filter(
      (slot) => ROSTER_PLAN[slot]?.role === 'regular' && random() < (slot === 0 ? CATCHER_DAY_OFF : DAY_OFF),
    ),
  )
  const used = new Set<number>()
  const spots = FIELD.map((position) => {
    const can = (slot: number, rested: boolean) =>
      !used.has(slot) &&
      (!rested || !resting.has(slot)) &&
      (ROSTER_PLAN[slot]?.covers.includes(position) ?? false)
    const own = fit.find(
      (slot) =>
        can(slot, true) && ROSTER_PLAN[slot]?.position === position && ROSTER_PLAN[slot]?.role === 'regular',
    )
    const slot =
      own ??
      fit.find((s) => can(s, true) && ROSTER_PLAN[s]?.role === 'bench') ??
      fit.find((s) => can(s, true)) ??
      fit.find((s) => !used.has(s) && ROSTER_PLAN[s]?.role === 'bench') ??
      fit.find((s) => !used.has(s))
    if (slot !== undefined) used.add(slot)
    return { slot, position: Number(position) }
  })
  return { spots, bench: fit.filter((slot) => !used.has(slot)) }
}

const chooseStarter = (state: SeasonState, club: ClubState, day: number): number => {
  const rest = (slot: number) => day - (state.lastStart[club.roster[slot] ?? 0] ?? -100)
  const rotation = available(state, club, ['starter'], day).toSorted((a, b) => rest(b) - rest(a) || a - b)
  const ready =
    rotation.find((slot) => rest(slot) >= REST_DAYS) ?? rotation.find((slot) => rest(slot) >= SHORT_REST_DAYS)
  // Without a rested starter the middle reliever with the least fatigue starts.
  return (
    ready ??
    available(state, club, ['middle'], day).toSorted(
      (a, b) => fatigueOf(state, club, a) - fatigueOf(state, club, b),
    )[0] ??
    rotation[0] ??
    16
  )
}

const fatigueOf = (state: SeasonState, club: ClubState, slot: number): number =>
  state.fatigue[club.roster[slot] ?? 0] ?? 0

/**
 * Chooses the players of a club for a game: regulars without a day off, the next starter, relievers by
 * fatigue.
 */
export function makeSquad(
  seed: string,
  state: SeasonState,
  club: ClubState,
  day: number,
  gamePk: number,
  talents: Talents,
  rates: ArrayLike<number>,
): Squad {
  const person = (slot: number | undefined): number => club.roster[slot ?? 0] ?? 0
  const { spots, bench } = assignPositions(state, club, day, randomFrom(seed, 'lineup', gamePk, club.club))
  const ranked = spots
    .map(({ slot, position }) => ({
      person: person(slot),
      position,
      runValue: estimateRunValue(talents, rates, person(slot)),
    }))
    .toSorted((a, b) => b.runValue - a.runValue)
  // The best batter hits second, the second best first, the remaining ones in descending order.
  const [best, next, ...others] = ranked
  const order = best && next ? [next, best, ...others] : ranked
  const starter = chooseStarter(state, club, day)
  const relief = (role: 'closer' | 'setup' | 'middle') =>
    available(state, club, [role], day)
      .filter((slot) => slot !== starter)
      .toSorted((a, b) => fatigueOf(state, club, a) - fatigueOf(state, club, b) || a - b)
  const middle = relief('middle')
  const fresh = (slots: number[]) =>
    slots[0] !== undefined && fatigueOf(state, club, slots[0]) < 38 ? slots[0] : middle[0]
  return {
    teamId: club.teamId,
    batters: order.map((spot) => spot.person),
    positions: order.map(({ position }) => position),
    bench: bench.map(person),
    starter: person(starter),
    closer: person(fresh(relief('closer'))),
    setup: person(fresh(relief('setup'))),
    middle: middle.map(person),
  }
}
