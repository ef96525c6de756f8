import {
  type BoxGame,
  type BoxLine,
  COMPONENTS,
  componentCounts,
  expectedMinutes,
  gameFeatures,
  MINUTES_GROUPS,
  minutesDeviation,
  minutesFeatures,
  minutesGroup,
  type NbaConstants,
  PLAYOFFS_FEATURE,
  type PlayerOutlook,
  type PlayerRecord,
  perComponent,
  SHOTS,
  type Shot,
  spreadFeatures,
} from '@propsight/shared/domain/sports/nba'
import { fitGeneralisedLinear, type Observation } from '../fit/generalised-linear.ts'
import { mean } from '../score/figures.ts'
import { fitBetween, fitCalibration, sampleForecasts } from '../sport/cases.ts'
import type { Sport } from '../sport/sport.ts'
import {
  fitPoisson,
  fitRates,
  free,
  LEAST_EXCESS,
  type NbaGame,
  unfitted,
  usualAccuracy,
  usualRates,
  walkNba,
} from './fit-rates.ts'

type NbaSport = Sport<BoxLine, BoxGame, PlayerRecord, PlayerOutlook, NbaConstants>

/** Attempts of the usual accuracy that are mixed in: a hundred games tell most of the accuracy of free throws. */
const ACCURACY_STRENGTH: Readonly<Record<Shot, number>> = { twos: 100, threes: 250, freeThrows: 40 }
/** Equally likely lengths of a game. */
const NODES = 8
/** Mean absolute deviation of a normal variable, as a part of its standard deviation. */
const MEAN_ABSOLUTE = Math.sqrt(2 / Math.PI)

const weigh = (factors: readonly number[], weights: readonly number[]): number =>
  factors.reduce((sum, factor, at) => sum + factor * (weights[at] ?? 0), 0)

/**
 * Visits every player's game after the first season, every other one without the reports of who is out. In the first
 * season nothing is known of the players, which says nothing of later ones.
 */
function eachOutlook(
  games: readonly BoxGame[],
  constants: NbaConstants,
  visit: (outlook: PlayerOutlook, game: NbaGame) => void,
): void {
  const first = games[0]?.season
  let at = 0
  walkNba(games, constants, (each) => {
    if (each.game.season === first) return
    at += 1
    visit(each.outlook(at % 2 === 0 ? 'known' : 'unknown'), each)
  })
}

function fitMinutes(games: readonly BoxGame[], constants: NbaConstants): NbaConstants['minutes'] {
  const rows: Observation[] = []
  eachOutlook(games, constants, (outlook, { line }) =>
    rows.push({ factors: minutesFeatures(outlook), outcome: line.minutes, offset: 0 }),
  )
  const weights = fitGeneralisedLinear('gaussian', rows, free(rows[0]?.factors.length ?? 0))
  const distances: Observation[] = []
  eachOutlook(games, constants, (outlook, { line }) => {
    const expected = expectedMinutes(outlook, weights)
    const outcome = Math.abs(line.minutes - expected) / MEAN_ABSOLUTE
    distances.push({ factors: spreadFeatures(outlook, expected), outcome, offset: 0 })
  })
  const spread = fitPoisson(distances)
  const groups = Array.from({ length: MINUTES_GROUPS }, (): number[] => [])
  eachOutlook(games, constants, (outlook, { line }) => {
    const expected = expectedMinutes(outlook, weights)
    groups[minutesGroup(expected)]?.push(
      (line.minutes - expected) / minutesDeviation(outlook, expected, spread),
    )
  })
  // A group of few games has the quantiles of all.
  const nodes = groups.map((group) => meansOfParts(group.length < NODES ? groups.flat() : group))
  return { weights, spread, nodes }
}

/** Means of equally large parts of the sorted values. */
function meansOfParts(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b)
  const end = (part: number) => Math.floor((part * sorted.length) / NODES)
  return Array.from({ length: NODES }, (_, part) => mean(sorted.slice(end(part), end(part + 1))))
}

export /**
 * Log of the points of the playoffs relative to those expected, for a source that has points but no shots of them; 0
 * where the shots are known.
 */
function playoffsPoints(
  games: readonly BoxGame[],
  constants: NbaConstants,
  game: NbaConstants['game'],
): number {
  const sums = { scored: 0, expected: 0 }
  eachOutlook(games, constants, (outlook, { line: { counts, minutes } }) => {
    if (!outlook.playoffs || counts.twosMade !== null) return
    const expected = expectedMinutes(outlook, constants.minutes.weights)
    const longer = Math.log(minutes / expected)
    const made = (shot: Shot) =>
      outlook.player.rate(shot, constants) *
      minutes *
      Math.exp(
        weigh(gameFeatures(outlook, shot, expected, constants), game[shot].weights) +
          game[shot].played * longer,
      )
    sums.scored += counts.points
    sums.expected += 2 * made('twos') + 3 * made('threes') + made('freeThrows')
  })
  return sums.expected > 0 && sums.scored > 0 ? Math.log(sums.scored / sums.expected) : 0
}

function fitGame(games: readonly BoxGame[], constants: NbaConstants): NbaConstants['game'] {
  const rows = perComponent((): Observation[] => [])
  eachOutlook(games, constants, (outlook, { line }) => {
    const expected = expectedMinutes(outlook, constants.minutes.weights)
    const counts = componentCounts(line.counts)
    for (const component of COMPONENTS) {
      const outcome = counts[component]
      if (outcome === null) continue
      const factors = [
        ...gameFeatures(outlook, component, expected, constants),
        Math.log(line.minutes / expected),
      ]
      const offset = Math.log(outlook.player.rate(component, constants) * line.minutes)
      rows[component].push({ factors, outcome, offset })
    }
  })
  const game = perComponent((component) => {
    const weights = fitPoisson(rows[component])
    let beyond = 0
    let squares = 0
    for (const { factors, outcome, offset } of rows[component]) {
      const expected = Math.exp(offset + weigh(factors, weights))
      beyond += (outcome - expected) ** 2 - expected
      squares += expected ** 2
    }
    return {
      weights: weights.slice(0, -1),
      played: weights.at(-1) ?? 0,
      excess: Math.max(LEAST_EXCESS, beyond / squares),
    }
  })
  const playoffs = playoffsPoints(games, constants, game)
  for (const shot of SHOTS)
    game[shot].weights[PLAYOFFS_FEATURE] = (game[shot].weights[PLAYOFFS_FEATURE] ?? 0) + playoffs
  return game
}

/**
 * Fits all constants of the NBA engine. Each forecast of the fit uses games of earlier days only.
 * @param games of at least two seasons, in order of date
 * @param say is called at the beginning of each part
 */
export function fitNba(
  sport: NbaSport,
  games: readonly BoxGame[],
  say: (part: string) => void,
): NbaConstants {
  say('usual rates')
  const usual = usualRates(games)
  const start = unfitted()
  const accuracy = Object.fromEntries(
    SHOTS.map((shot) => [shot, { usual: usualAccuracy(games, shot), strength: ACCURACY_STRENGTH[shot] }]),
  ) as NbaConstants['accuracy']
  let constants: NbaConstants = {
    ...start,
    accuracy,
    rates: perComponent((component) => ({ ...start.rates[component], ...usual(component) })),
  }
  say('weights of earlier games')
  constants = { ...constants, rates: fitRates(games, constants) }
  say('minutes')
  constants = { ...constants, minutes: fitMinutes(games, constants) }
  say('rates of a game')
  constants = { ...constants, game: fitGame(games, constants) }
  say('maps of chances')
  constants = {
    ...constants,
    calibration: fitCalibration(sport.stats, sampleForecasts(sport, games, constants)),
  }
  say('correlations of players')
  return { ...constants, between: fitBetween(sport.stats, sampleForecasts(sport, games, constants)) }
}
