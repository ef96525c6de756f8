import {
  type BoxGame,
  COMPONENTS,
  type Component,
  componentCounts,
  eventCount,
  expectedMinutes,
  gameFeatures,
  MINUTES_GROUPS,
  minutesDeviation,
  minutesFeatures,
  minutesGroup,
  type NbaConstants,
  PLAYOFFS_FEATURE,
  type PlayerOutlook,
  perComponent,
  positionGroup,
  type RateConstants,
  SHOTS,
  type Shot,
  spreadFeatures,
} from '@propsight/shared/domain/sports/nba'
import { fitGeneralisedLinear, type Observation } from '../fit/generalised-linear.ts'
import { mean } from '../score/figures.ts'
import { type PlayerGame, walkNba } from './cases-nba.ts'
import { fitBetween, fitCalibration, sampleForecasts } from './fit-chances.ts'

/** Searched weights of a game relative to the next one and of a season to the next, and minutes of the usual rate. */
const DECAYS = [0.92, 0.94, 0.96, 0.97, 0.98, 0.99, 0.995]
const SEASONS = [0.2, 0.4, 0.7, 1]
const STRENGTHS = [10, 20, 40, 60, 90, 130, 190, 280, 400, 600]
/** Attempts of the usual accuracy that are mixed in: a hundred games tell most of the accuracy of free throws. */
const ACCURACY_STRENGTH: Readonly<Record<Shot, number>> = { twos: 100, threes: 250, freeThrows: 40 }
const POSITIONS = ['F', 'C'] as const
/** Equally likely lengths of a game. */
const NODES = 8
/** Least variance beyond that of a Poisson distribution, so that a negative binomial distribution exists. */
const LEAST_EXCESS = 0.002
/** Mean absolute deviation of a normal variable, as a part of its standard deviation. */
const MEAN_ABSOLUTE = Math.sqrt(2 / Math.PI)

/** The first weight is free. The others are held by one observation, so that features that agree have weights. */
const free = (count: number, first = 0) =>
  Array.from({ length: count }, (_, at) => ({ toward: at === 0 ? first : 0, by: at === 0 ? 0 : 1 }))

const weigh = (factors: readonly number[], weights: readonly number[]): number =>
  factors.reduce((sum, factor, at) => sum + factor * (weights[at] ?? 0), 0)

/** Regression of counts or deviations, from the log of their mean. */
function fitPoisson(rows: readonly Observation[]): number[] {
  const offset = Math.log(mean(rows.map(({ offset }) => Math.exp(offset))))
  const start = Math.log(mean(rows.map(({ outcome }) => outcome))) - offset
  return fitGeneralisedLinear('poisson', rows, free(rows[0]?.factors.length ?? 0, start))
}

/** Constants before a fit: rates of all players alike. */
const unfitted = (): NbaConstants => ({
  rates: perComponent(() => ({
    decay: 0.98,
    season: 0.5,
    strength: 100,
    prior: -2,
    position: {},
    minutes: 0,
  })),
  accuracy: { twos: UNFITTED_SHOT, threes: UNFITTED_SHOT, freeThrows: UNFITTED_SHOT },
  minutes: { weights: [], spread: [], nodes: [] },
  game: perComponent(() => ({ weights: [], played: 0, excess: LEAST_EXCESS })),
  error: { least: 0.05, unseen: 0.3 },
  calibration: {},
  between: { stats: [], teamMates: [], opponents: [] },
})
const UNFITTED_SHOT = { usual: { '': 0.5 }, strength: 100 }

/** The usual rates by position and minutes, from the games themselves. */
function usualRates(
  games: readonly BoxGame[],
): (component: Component) => Pick<RateConstants, 'prior' | 'position' | 'minutes'> {
  const rows = perComponent((): Observation[] => [])
  walkNba(games, unfitted(), ({ line, player }) => {
    const factors = [
      1,
      ...POSITIONS.map((position) => (positionGroup(line.position) === position ? 1 : 0)),
      player.logMinutes,
    ]
    for (const component of COMPONENTS) {
      const outcome = eventCount(line.counts, component)
      if (outcome !== null) rows[component].push({ factors, outcome, offset: Math.log(line.minutes) })
    }
  })
  return (component) => {
    const [prior = 0, ...rest] = fitPoisson(rows[component])
    return {
      prior,
      position: Object.fromEntries(POSITIONS.map((position, at) => [position, rest[at] ?? 0])),
      minutes: rest[POSITIONS.length] ?? 0,
    }
  }
}

/** Weights of earlier games, by the likelihood of the events of the seasons after the first. */
function fitRates(games: readonly BoxGame[], constants: NbaConstants): NbaConstants['rates'] {
  const first = games[0]?.season ?? 0
  const best = perComponent((component) => ({
    likelihood: Number.NEGATIVE_INFINITY,
    rate: constants.rates[component],
  }))
  for (const decay of DECAYS)
    for (const season of SEASONS) {
      const rates = perComponent((component) => ({ ...constants.rates[component], decay, season }))
      const sums = perComponent(() => STRENGTHS.map(() => 0))
      walkNba(games, { ...constants, rates }, ({ game, line, player }) => {
        if (game.season === first) return
        for (const component of COMPONENTS) {
          const seen = eventCount(line.counts, component)
          if (seen === null) continue
          const { events, minutes } = player.exposure(component)
          const usual = player.usualRate(component, { rates })
          for (const [at, strength] of STRENGTHS.entries()) {
            const expected = ((events + strength * usual) / (minutes + strength)) * line.minutes
            sums[component][at] = (sums[component][at] ?? 0) + seen * Math.log(expected) - expected
          }
        }
      })
      for (const component of COMPONENTS)
        for (const [at, likelihood] of sums[component].entries())
          if (likelihood > best[component].likelihood)
            best[component] = { likelihood, rate: { ...rates[component], strength: STRENGTHS[at] ?? 0 } }
    }
  return perComponent((component) => best[component].rate)
}

/** Share made of the attempts, by group of positions; '' for all players. */
function usualAccuracy(games: readonly BoxGame[], shot: Shot): Record<string, number> {
  const sums = new Map<string, { made: number; attempts: number }>()
  for (const { lines } of games)
    for (const { counts, position } of lines) {
      const made = componentCounts(counts)[shot]
      const attempts = eventCount(counts, shot)
      if (made === null || attempts === null) continue
      for (const group of new Set(['', positionGroup(position)])) {
        const sum = sums.get(group) ?? { made: 0, attempts: 0 }
        sums.set(group, { made: sum.made + made, attempts: sum.attempts + attempts })
      }
    }
  return Object.fromEntries([...sums].map(([group, { made, attempts }]) => [group, made / attempts]))
}

/**
 * Visits every player's game after the first season, every other one without the reports of who is out. In the first
 * season nothing is known of the players, which says nothing of later ones.
 */
function eachOutlook(
  games: readonly BoxGame[],
  constants: NbaConstants,
  visit: (outlook: PlayerOutlook, game: PlayerGame) => void,
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
export function fitNba(games: readonly BoxGame[], say: (part: string) => void): NbaConstants {
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
  constants = { ...constants, calibration: fitCalibration(sampleForecasts(games, constants)) }
  say('correlations of players')
  return { ...constants, between: fitBetween(sampleForecasts(games, constants)) }
}
