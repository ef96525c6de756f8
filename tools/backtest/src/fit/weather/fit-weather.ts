import { teamIdOf } from '@propsight/league/replay'
import { WEATHER_EFFECTS, type WeatherConstants, type WeatherEffect } from '@propsight/shared/domain/engine'
import { Matrix, solve } from 'ml-matrix'
import * as z from 'zod'
import { readRows } from '../../read/read-season.ts'
import { known, type Season } from '../../read/season.ts'

/** Weather of an outdoor game at first pitch. */
interface OutdoorGame {
  readonly id: string
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly park: string
  /** MLB's id of the home club. */
  readonly clubId: number
  readonly temperatureF: number
  /** Component of the wind from home plate to centre field, mph; negative blows in. */
  readonly windOutMph: number
}

/** Share of the wind's speed that blows out to centre field. Left and right field are 45 degrees from it. */
const OUT = {
  tocf: 1,
  tolf: Math.SQRT1_2,
  torf: Math.SQRT1_2,
  ltor: 0,
  rtol: 0,
  fromlf: -Math.SQRT1_2,
  fromrf: -Math.SQRT1_2,
  fromcf: -1,
} as const

const number = z
  .string()
  .regex(/^\d{0,3}$/, { error: 'is not a number' })
  .transform((text) => (text === '' ? null : Number(text)))

const gameRow = z.object({
  date: z.iso.date(),
  gameId: z.string().min(1),
  home: z.string().min(1),
  park: z.string(),
  tempF: number,
  windDir: z.string(),
  windSpeedMph: number,
  sky: z.string(),
})

const isDirection = (text: string): text is keyof typeof OUT => text in OUT

function windOut({ windDir, windSpeedMph }: z.output<typeof gameRow>): number | null {
  if (windSpeedMph === 0) return 0
  return windSpeedMph !== null && isDirection(windDir) ? windSpeedMph * OUT[windDir] : null
}

/**
 * Reads the outdoor games of a season with known temperature and wind.
 * @throws ReplayError for a folder without the file or the columns, and for an invalid cell
 */
export const readWeather = (folder: string): OutdoorGame[] =>
  readRows(folder, 'games', gameRow).flatMap((row) => {
    const { gameId: id, date, home, park, tempF: temperatureF, sky } = row
    const windOutMph = windOut(row)
    const clubId = teamIdOf(home)
    if (sky === 'dome' || !temperatureF || windOutMph === null || clubId === undefined) return []
    return [{ id, date, park: park || home, clubId, temperatureF, windOutMph }]
  })

/** One game: a count, the number of trials, and weather per 10 degrees and 10 mph. */
export interface Exposure {
  /** Games of one group have the same usual rate. */
  readonly group: string
  readonly count: number
  readonly trials: number
  readonly factors: readonly [temperature: number, wind: number]
}

const ROUNDS = 50
const SETTLED = 1e-10
/** 95% of a normal distribution, in standard deviations on both sides. */
const Z_95 = 1.96

const FACTORS = [0, 1] as const

/**
 * Fits the logarithmic effects of two factors on a rate, within groups: Poisson regression with one intercept per
 * group, conditional on the group's total, so that the intercepts need no estimates. Standard errors are
 * multiplied by the dispersion. Source: Hausman, Hall and Griliches, 'Econometric models for count data with an
 * application to the patents-R&D relationship', Econometrica 52 (1984); McCullagh and Nelder, 'Generalized Linear
 * Models' (1989), 9.2.
 * @returns the effect of each factor with its 95% interval
 */
export function fitWithinGroups(games: readonly Exposure[]): readonly [WeatherEffect, WeatherEffect] {
  const groups = [...Map.groupBy(games, ({ group }) => group).values()]
  let weights = [0, 0]
  let curvature = Matrix.zeros(2, 2)
  let squares = 0
  let residuals = 0
  for (let round = 0; round < ROUNDS; round++) {
    curvature = Matrix.zeros(2, 2)
    squares = 0
    residuals = -FACTORS.length
    const slope = [0, 0]
    for (const group of groups) {
      const total = group.reduce((sum, { count }) => sum + count, 0)
      const raw = group.map(
        ({ trials, factors: [temperature, wind] }) =>
          trials * Math.exp(temperature * (weights[0] ?? 0) + wind * (weights[1] ?? 0)),
      )
      const all = raw.reduce((sum, each) => sum + each, 0)
      if (!(total > 0 && all > 0)) continue
      const means = raw.map((each) => (total * each) / all)
      const center = FACTORS.map(
        (i) => group.reduce((sum, { factors }, at) => sum + (means[at] ?? 0) * factors[i], 0) / total,
      )
      residuals += group.length - 1
      group.forEach(({ count, factors }, at) => {
        const mean = means[at] ?? 0
        if (mean > 0) squares += (count - mean) ** 2 / mean
        for (const i of FACTORS) {
          const a = factors[i] - (center[i] ?? 0)
          slope[i] = (slope[i] ?? 0) + (count - mean) * a
          for (const j of FACTORS)
            curvature.set(i, j, curvature.get(i, j) + mean * a * (factors[j] - (center[j] ?? 0)))
        }
      })
    }
    const step = solve(curvature, Matrix.columnVector(slope)).to1DArray()
    weights = weights.map((weight, i) => weight + (step[i] ?? 0))
    if (Math.max(...step.map(Math.abs)) < SETTLED) break
  }
  const dispersion = squares / residuals
  const covariance = solve(curvature, Matrix.eye(2))
  const effectOf = (i: 0 | 1): WeatherEffect => {
    const effect = weights[i] ?? 0
    const margin = Z_95 * Math.sqrt(dispersion * covariance.get(i, i))
    return { effect, low: effect - margin, high: effect + margin }
  }
  return [effectOf(0), effectOf(1)]
}

type Sums = Record<string, { count: Record<string, number>; batters: number; faced: number }>

/** The counts of each game: all batters per plate appearance, starting pitchers per batter faced. */
function sumGames({ batting, pitching }: Season): Sums {
  const games: Sums = {}
  const of = (id: string) => {
    games[id] ??= { count: {}, batters: 0, faced: 0 }
    return games[id]
  }
  const add = (id: string, counts: Readonly<Record<string, number>>): void => {
    const { count } = of(id)
    for (const [name, value] of Object.entries(counts)) count[name] = (count[name] ?? 0) + value
  }
  for (const row of batting) {
    of(row.gameId).batters += row.plateAppearances
    add(row.gameId, {
      inPlay: row.hits - row.homeRuns,
      homeRun: row.homeRuns,
      strikeOut: row.strikeOuts,
      walk: row.baseOnBalls,
    })
  }
  for (const row of pitching) {
    if (!row.started) continue
    of(row.gameId).faced += row.battersFaced
    add(row.gameId, {
      strikeOuts: row.strikeOuts,
      baseOnBalls: row.baseOnBalls,
      hits: row.hits,
      earnedRuns: known(row.earnedRuns),
    })
  }
  return games
}

const OF_STARTERS: ReadonlySet<string> = new Set(['strikeOuts', 'baseOnBalls', 'hits', 'earnedRuns'])

/** Clubs that play in another park, or another town, than in the seasons of the data. */
const MOVED: ReadonlySet<number> = new Set([133, 140, 144])
/** Least outdoor games of a park in a month whose usual weather is known. */
const LEAST_GAMES = 8
const tenths = (value: number): number => Math.round(value * 10) / 10
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** March counts as April, October as September. */
const monthOf = (date: string): number => Math.min(9, Math.max(4, Number(date.slice(5, 7))))

function usualWeather(games: readonly OutdoorGame[]): WeatherConstants['usual'] {
  const usual: Record<string, Record<string, readonly [number, number]>> = {}
  const stayed = games.filter(({ clubId }) => !MOVED.has(clubId))
  for (const [key, month] of Map.groupBy(stayed, ({ clubId, date }) => `${clubId}|${monthOf(date)}`)) {
    const [club = '', at = ''] = key.split('|')
    if (month.length < LEAST_GAMES) continue
    usual[club] ??= {}
    usual[club][at] = [
      tenths(mean(month.map(({ temperatureF }) => temperatureF))),
      tenths(mean(month.map(({ windOutMph }) => windOutMph))),
    ]
  }
  return usual
}

const PER = 10

/**
 * Fits the effects of temperature and wind, relative to the same park, month and season.
 * @param season batting and pitching of the seasons of the games
 */
export function fitWeather(season: Season, outdoor: readonly OutdoorGame[]): WeatherConstants {
  const sums = sumGames(season)
  const effects = Object.fromEntries(
    WEATHER_EFFECTS.map((name) => {
      const games = outdoor.flatMap(({ id, date, park, temperatureF, windOutMph }): Exposure[] => {
        const game = sums[id]
        if (!game) return []
        return [
          {
            group: `${date.slice(0, 7)}|${park}`,
            count: game.count[name] ?? 0,
            trials: OF_STARTERS.has(name) ? game.faced : game.batters,
            factors: [temperatureF / PER, windOutMph / PER],
          },
        ]
      })
      const [temperature, wind] = fitWithinGroups(games)
      return [name, { temperature, wind }]
    }),
  ) as WeatherConstants['effects']
  return { games: outdoor.length, effects, usual: usualWeather(outdoor) }
}
