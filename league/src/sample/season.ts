import { CLUBS } from '../data/clubs.ts'
import type { Game, GameResult, Pair, Person } from '../world/entities.ts'
import type { LineTable } from '../world/line-table.ts'
import type { MatchupTable } from '../world/matchup-table.ts'
import { randomFrom } from '../world/random.ts'
import { PIT } from '../world/stat-fields.ts'
import { dayNumber, openingDay } from '../world/world.ts'
import type { Squad } from './game-state.ts'
import type { Talents } from './plate-appearance.ts'
import { makeSeasonState, makeTrades, type SeasonState, updateInjuries } from './rosters.ts'
import { type GameSetup, type Played, simulateGame } from './simulate-game.ts'
import { makeSquad } from './squads.ts'

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
