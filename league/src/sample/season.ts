import { CLUBS } from '../data/clubs.ts'
import type { Game, GameResult, Pair, Person } from '../world/entities.ts'
import type { LineTable } from '../world/line-table.ts'
import type { MatchupTable } from '../world/matchup-table.ts'
import { type Random, randomFrom } from '../world/random.ts'
import { PIT } from '../world/stat-fields.ts'
import { dayNumber, openingDay } from '../world/world.ts'
import type { Squad } from './game-state.ts'
import type { Talents } from './plate-appearance.ts'
import { estimateRunValue } from './plate-appearance.ts'
import { ROSTER_PLAN } from './players.ts'
import {
  available,
  type ClubState,
  makeSeasonState,
  makeTrades,
  type SeasonState,
  updateInjuries,
} from './rosters.ts'
import { type GameSetup, type Played, simulateGame } from './simulate-game.ts'

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
function makeSquad(
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

export interface SeasonSetup {
  readonly seed: string
  readonly season: number
  readonly people: readonly Person[]
  readonly talents: Talents
  readonly rates: ArrayLike<number>
  /** Multipliers of the rates by venue id, in the order of `EVENTS`. */
  readonly parks: ReadonlyMap<number, ArrayLike<number>>
  /** The season's games in order of time, with postponements. */
  readonly schedule: readonly Game[]
  /** Index of the season's first game in the world's games. */
  readonly firstIndex: number
  /**
   * The league's day, `YYYY-MM-DD`: games before it are simulated; games of the day only get squads and
   * lineups.
   */
  readonly day: string
  readonly batting: LineTable
  readonly pitching: LineTable
  /** Batters against pitchers; absent if no table is needed. */
  readonly matchups?: MatchupTable | undefined
  readonly trades: boolean
}

export interface SeasonPlayed {
  readonly games: readonly Game[]
  readonly state: SeasonState
  /** Squads of the day's games by number of the game. */
  readonly today: ReadonlyMap<number, Pair<Squad>>
}

const clubOf = new Map(CLUBS.map(({ id }, index) => [id, index]))

const updateFatigue = (state: SeasonState, pitching: LineTable, from: number, day: number): void => {
  for (let i = 0; i < state.fatigue.length; i++) state.fatigue[i] = (state.fatigue[i] ?? 0) / 2
  for (let line = from; line < pitching.length; line++) {
    const { person } = pitching.key(line)
    if (pitching.count(line, PIT.gamesStarted) > 0) state.lastStart[person] = day
    else state.fatigue[person] = (state.fatigue[person] ?? 0) + pitching.count(line, PIT.numberOfPitches)
  }
}

/**
 * The inputs of a game's simulation. Each game has its own seed, so every simulation of it has the same
 * result.
 */
export const gameSetup = (
  { seed, talents, rates, parks }: Pick<SeasonSetup, 'seed' | 'talents' | 'rates' | 'parks'>,
  { pk, venueId }: Pick<Game, 'pk' | 'venueId'>,
  squads: Pair<Squad>,
): Pick<GameSetup, 'talents' | 'rates' | 'park' | 'random' | 'away' | 'home'> => ({
  talents,
  rates,
  park: parks.get(venueId) ?? [],
  random: randomFrom(seed, 'game', pk),
  ...squads,
})

/** Converts a simulated game to a result, with people by id instead of index. */
export const computeResult = (people: readonly Person[], played: Played): GameResult => {
  const id = (key: 'winner' | 'loser' | 'save') => {
    const person = people[played[key] ?? -1]
    return person ? { [key]: person.id } : {}
  }
  const total = { away: played.away, home: played.home }
  return { innings: played.innings, total, ...id('winner'), ...id('loser'), ...id('save') }
}

/**
 * Simulates a season up to the league's day: on each day first trades and injuries, then the games. Each game
 * has its own seed, so a later day has the same past.
 */
export function playSeason(setup: SeasonSetup): SeasonPlayed {
  const { seed, people, talents, rates, batting, pitching, matchups } = setup
  const state = makeSeasonState()
  const opening = openingDay(setup.season)
  const until = dayNumber(setup.day)
  const byDate = Map.groupBy(
    setup.schedule.map((game, index) => ({ game, index })),
    ({ game }) => game.date,
  )
  const games = [...setup.schedule]
  const today = new Map<number, Pair<Squad>>()
  const last = dayNumber(setup.schedule.at(-1)?.date ?? setup.day)
  for (let day = opening; day <= Math.min(until, last); day++) {
    if (setup.trades) makeTrades(state, people, opening, day)
    for (const club of state.clubs) updateInjuries(seed, state, club, people, day)
    const before = pitching.length
    const date = new Date(day * 86_400_000).toISOString().slice(0, 10)
    const playing = (byDate.get(date) ?? []).toSorted((a, b) => a.game.gameNumber - b.game.gameNumber)
    for (const { game, index } of playing) {
      const squad = (teamId: number): Squad => {
        const club = state.clubs[clubOf.get(teamId) ?? 0]
        if (!club) throw new Error(`no club ${teamId}`)
        const made = makeSquad(seed, state, club, day, game.pk, talents, rates)
        state.lastStart[made.starter] = day
        return made
      }
      const away = squad(game.awayId)
      const home = squad(game.homeId)
      if (day === until) {
        today.set(game.pk, { away, home })
        games[index] = { ...game, ...announceGame(people, away, home) }
        continue
      }
      const played = simulateGame({
        ...gameSetup(setup, game, { away, home }),
        batting,
        pitching,
        matchups,
        game: setup.firstIndex + index,
      })
      games[index] = {
        ...game,
        probables: announceGame(people, away, home).probables,
        result: computeResult(people, played),
      }
    }
    updateFatigue(state, pitching, before, day)
  }
  return { games, state, today }
}

type Announcement = Required<Pick<Game, 'probables' | 'lineups'>>

const POSITIONS = ['', 'P', 'C', '1B', '2B', '3B', 'SS', 'LF', 'CF', 'RF', 'DH']

/**
 * Probable pitchers and lineups of a game. Only games of the day keep the lineups; afterwards the lines
 * contain them.
 */
const announceGame = (people: readonly Person[], away: Squad, home: Squad): Announcement => {
  const id = (index: number) => people[index]?.id ?? 0
  const spots = (squad: Squad) =>
    squad.batters.map((person, slot) => ({
      id: id(person),
      position: POSITIONS[squad.positions[slot] ?? 10] ?? 'DH',
    }))
  return {
    probables: { away: id(away.starter), home: id(home.starter) },
    lineups: { away: spots(away), home: spots(home) },
  }
}
