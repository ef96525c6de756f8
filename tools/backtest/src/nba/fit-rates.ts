import {
  type BoxGame,
  type BoxLine,
  COMPONENTS,
  type Component,
  componentCounts,
  eventCount,
  type NbaConstants,
  NbaLeague,
  type PlayerOutlook,
  type PlayerRecord,
  perComponent,
  positionGroup,
  type RateConstants,
  type Shot,
} from '@propsight/shared/domain/sports/nba'
import { fitGeneralisedLinear, type Observation } from '../fit/generalised-linear.ts'
import { mean } from '../score/figures.ts'
import { type PlayerGame, walkSport } from '../sport/sport.ts'

export type NbaGame = PlayerGame<BoxLine, BoxGame, PlayerRecord, PlayerOutlook>
/** Goes through the games with the records of `NbaLeague`. */
export const walkNba = (
  games: readonly BoxGame[],
  constants: NbaConstants,
  visit: (game: NbaGame) => void,
): void =>
  walkSport<BoxLine, BoxGame, PlayerRecord, PlayerOutlook, NbaConstants>(
    { league: (each) => new NbaLeague(each) },
    games,
    constants,
    visit,
  )

/** Searched weights of a game relative to the next one and of a season to the next, and minutes of the usual rate. */
const DECAYS = [0.92, 0.94, 0.96, 0.97, 0.98, 0.99, 0.995]
const SEASONS = [0.2, 0.4, 0.7, 1]
const STRENGTHS = [10, 20, 40, 60, 90, 130, 190, 280, 400, 600]
const POSITIONS = ['F', 'C'] as const
/** Least variance beyond that of a Poisson distribution, so that a negative binomial distribution exists. */
export const LEAST_EXCESS = 0.002
/** The first weight is free. The others are held by one observation, so that features that agree have weights. */
export const free = (count: number, first = 0) =>
  Array.from({ length: count }, (_, at) => ({ toward: at === 0 ? first : 0, by: at === 0 ? 0 : 1 }))

/** Regression of counts or deviations, from the log of their mean. */
export function fitPoisson(rows: readonly Observation[]): number[] {
  const offset = Math.log(mean(rows.map(({ offset }) => Math.exp(offset))))
  const start = Math.log(mean(rows.map(({ outcome }) => outcome))) - offset
  return fitGeneralisedLinear('poisson', rows, free(rows[0]?.factors.length ?? 0, start))
}

/** Constants before a fit: rates of all players alike. */
export const unfitted = (): NbaConstants => ({
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
export function usualRates(
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
export function fitRates(games: readonly BoxGame[], constants: NbaConstants): NbaConstants['rates'] {
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
export function usualAccuracy(games: readonly BoxGame[], shot: Shot): Record<string, number> {
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
