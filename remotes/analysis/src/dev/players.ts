import type {
  GameLogRecord,
  HittingGame,
  Line,
  PitchingGame,
  StatForecastWire,
  StatGroup,
} from '@propsight/shared/contracts'
import { findStatType, MLB_MARKETS } from '@propsight/shared/domain'

/** Mean per game of each market for an invented player. */
const MEANS: Record<string, number> = {
  Hits: 1,
  'Home Runs': 0.15,
  'Pitcher Strikeouts': 5.9,
  'Total Bases': 1.6,
  Runs: 0.6,
  RBIs: 0.55,
  'Hits+Runs+RBIs': 2.1,
  'Hitter Fantasy Score': 7.5,
  'Pitcher Fantasy Score': 31,
}
/** Relative distance of the interval's ends from the mean. */
const INTERVAL_SPREAD = 0.12

const round = (chance: number): number => Math.round(chance * 10_000) / 10_000

/** A Poisson distribution as a substitute for the engine, sufficient for the standalone harness. */
function poisson(mean: number): StatForecastWire['distribution'] {
  const atLeast: number[] = []
  let chanceAtLeast = 1
  let chanceExactly = Math.exp(-mean)
  for (let value = 0; chanceAtLeast > 0.0001 && value < 120; value += 1) {
    atLeast.push(round(chanceAtLeast))
    chanceAtLeast -= chanceExactly
    chanceExactly *= mean / (value + 1)
  }
  return { least: 0, atLeast }
}

/** Forecasts of an invented player. The length of the name determines the skill. */
export function forecastsOf(name: string, group: StatGroup) {
  const talent = 0.7 + (name.length % 5) * 0.15
  const stats = MLB_MARKETS.filter((stat) => findStatType(stat)?.group === group)
  const forecasts = stats.map((stat): StatForecastWire => {
    const mean = (MEANS[stat] ?? 1) * talent
    return {
      stat,
      distribution: poisson(mean),
      low: poisson(mean * (1 - INTERVAL_SPREAD)),
      high: poisson(mean * (1 + INTERVAL_SPREAD)),
      mean: round(mean),
    }
  })
  return { forecasts, engine: 'sample' }
}

const DAY_MS = 86_400_000
const GAMES = 15
/** Names of invented players, which also seed their games. */
const BATTERS = ['Ike Barrow', 'Tomas Wynn', 'Remy Castellan', 'Joss Adeyemi', 'Cal Dufresne', 'Nico Varga']
const PITCHERS = ['Dal Okafor', 'Wes Lindqvist', 'Arlo Pineda']
const TEAMS = ['SEA', 'CHC', 'LAD', 'NYY', 'ATL', 'HOU']

/**
 * Deterministic pseudo-random number from 0 to 1 per name and game, so that a reload gives the same numbers.
 */
function chance(name: string, game: number): number {
  let hash = game + 7
  for (const letter of name) hash = (hash * 31 + letter.charCodeAt(0)) % 1_000_003
  return (hash % 1_000) / 1_000
}

const dateOf = (game: number): string =>
  new Date(Date.now() - (GAMES - game) * DAY_MS).toISOString().slice(0, 10)

const groupOf = (stat: string): StatGroup => findStatType(stat)?.group ?? 'hitting'

/** The lines of a category; 'All Stat Lines' gives the lines of Hits. */
export function linesOf(category: string): Line[] {
  const statType = category === 'All Stat Lines' ? 'Hits' : category
  const pitching = groupOf(statType) === 'pitching'
  return (pitching ? PITCHERS : BATTERS).map((name, index) => {
    const line = pitching ? 5.5 + index : 0.5 + (index % 2)
    return {
      name,
      team: TEAMS[index] ?? 'SEA',
      position: pitching ? 'SP' : 'LF',
      stats: `${line} More ${statType}`,
      line,
      opponent: 'TEX',
      homeAway: index % 2 ? 'AWAY' : 'HOME',
      gameTime: new Date(Date.now() + 5 * 3_600_000).toISOString(),
      id: `${statType}-${index}`,
      statType,
      oddsType: index === 2 ? 'goblin' : 'standard',
      gameId: `game-${index}`,
      combo: false,
      promo: false,
      regularLine: null,
    }
  })
}

function hittingGame(name: string, game: number): HittingGame {
  const hits = Math.floor(chance(name, game) * 4)
  const homeRuns = hits > 2 ? 1 : 0
  return {
    date: dateOf(game),
    gamePk: 700_000 + game,
    opponent: 'TEX',
    homeAway: game % 2 ? 'HOME' : 'AWAY',
    plateAppearances: 4,
    atBats: 4,
    hits,
    doubles: hits > 1 ? 1 : 0,
    triples: 0,
    homeRuns,
    runs: Math.min(hits, 1),
    rbi: homeRuns * 2,
    baseOnBalls: 0,
    hitByPitch: 0,
    stolenBases: 0,
    strikeOuts: 1,
  }
}

function pitchingGame(name: string, game: number): PitchingGame {
  const strikeOuts = 3 + Math.floor(chance(name, game) * 7)
  return {
    date: dateOf(game),
    gamePk: 800_000 + game,
    opponent: 'TEX',
    homeAway: game % 2 ? 'HOME' : 'AWAY',
    started: true,
    outs: 17,
    battersFaced: 24,
    strikeOuts,
    hits: 5,
    earnedRuns: 2,
    runs: 2,
    baseOnBalls: 2,
    homeRuns: 1,
  }
}

/**
 * The record of one player in the stream of game logs. The last batter's record is missing, to show that
 * case.
 */
export function gameLogAnswer(request: { name: string; team: string; group: StatGroup }): GameLogRecord {
  const { name, team, group } = request
  if (name === BATTERS.at(-1)) return { type: 'missing', name, team, group, reason: 'ambiguous name' }
  const games = Array.from({ length: GAMES }, (_, game) => game)
  const player = {
    name,
    team,
    fullName: name,
    personId: 600_000 + name.length,
    batSide: 'R',
    pitchHand: 'R',
  } as const
  const forecastFields =
    name === BATTERS.at(-2) ? { forecastMissing: 'no game today or tomorrow' } : forecastsOf(name, group)
  return group === 'hitting'
    ? {
        ...player,
        ...forecastFields,
        type: 'player',
        group,
        position: 'LF',
        games: games.map((game) => hittingGame(name, game)),
      }
    : {
        ...player,
        ...forecastFields,
        type: 'pitcher',
        group: 'pitching',
        position: 'SP',
        games: games.map((game) => pitchingGame(name, game)),
      }
}
