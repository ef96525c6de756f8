import { venueOfPark } from '@propsight/league/replay'
import type { ParkTables } from '@propsight/shared/domain'
import { addTotals, type BattingTotals, NO_TOTALS, type ParkFactors } from '@propsight/shared/domain/engine'
import type { BattingRow, Season } from '../read/season.ts'
import { addByKey, addRows } from '../read/season.ts'
import { seasonsBefore } from '../walk/walk.ts'

/**
 * Elevation of parks in feet by Retrosheet's code. Only parks above 900 ft are listed; below, the effect is
 * within noise. Sources: US Geological Survey (Denver, Phoenix, Atlanta).
 */
const ELEVATION_FEET: Readonly<Record<string, number>> = {
  DEN02: 5190,
  PHO01: 1059,
  ATL03: 981,
}

interface ParkEventModel {
  /** Weight of the expected factor, in plate appearances. */
  readonly strength: number
  /** Change of the expected factor's logarithm per 1,000 ft of elevation. */
  readonly perThousandFeet: number
}

/** Constants of the estimate of park factors, by event. */
export type ParkModel = Readonly<Record<keyof ParkFactors, ParkEventModel>>

/**
 * Strength: (1 − p) / (p τ²), where p is the league's rate of 2019 and τ the spread of the logarithms of the
 * published factors of 2023 to 2025 (Baseball Savant, without Coors Field). Only the spread is used, not the
 * factors themselves. Elevation: Coors Field in the games of 2019 to June 30 (Retrosheet), shrunk by its
 * noise.
 */
export const PARK_MODEL: ParkModel = {
  single: { strength: 2200, perThousandFeet: 0.042 },
  double: { strength: 2600, perThousandFeet: 0.028 },
  triple: { strength: 2600, perThousandFeet: 0.11 },
  homeRun: { strength: 1500, perThousandFeet: 0.035 },
  strikeOut: { strength: 1100, perThousandFeet: -0.034 },
  walk: { strength: 4900, perThousandFeet: 0.01 },
}

const COUNT: Readonly<Record<keyof ParkFactors, (totals: BattingTotals) => number>> = {
  single: (t) => t.hits - t.doubles - t.triples - t.homeRuns,
  double: (t) => t.doubles,
  triple: (t) => t.triples,
  homeRun: (t) => t.homeRuns,
  strikeOut: (t) => t.strikeOuts,
  walk: (t) => t.baseOnBalls,
}

const EVENTS = Object.keys(COUNT) as (keyof ParkFactors)[]

/**
 * Estimates park factors from the batting of both clubs in every club's games. A factor is the rate in the home
 * club's games at the park divided by the rate in the same club's games elsewhere, so that the strength of a club
 * cancels. It is shrunk toward the factor expected from the park's elevation.
 * @returns the factors of a park by Retrosheet's code, 1 = average
 */
export function parkEstimate(
  rows: readonly BattingRow[],
  model: ParkModel = PARK_MODEL,
): (park: string) => ParkFactors {
  const league = addRows(NO_TOTALS, rows)
  /** By club, then by park. */
  const games = new Map<string, Map<string, BattingTotals>>()
  const both = rows.flatMap((row) => [row.club, row.opponent].map((club) => ({ ...row, of: club })))
  for (const [club, own] of Map.groupBy(both, (row) => row.of)) {
    const parks = new Map<string, BattingTotals>()
    addByKey(parks, own, ({ park }) => park ?? '')
    games.set(club, parks)
  }
  const hosts = Map.groupBy(
    rows.filter(({ home }) => home),
    ({ park }) => park,
  )
  return (park) => {
    let seen = NO_TOTALS
    const clubs = [...new Set(hosts.get(park)?.map(({ club }) => club))].map((club) => {
      let elsewhere = NO_TOTALS
      for (const [at, totals] of games.get(club) ?? [])
        if (at !== park && at !== '') elsewhere = addTotals(elsewhere, totals)
      const here = games.get(club)?.get(park) ?? NO_TOTALS
      seen = addTotals(seen, here)
      return { here, elsewhere }
    })
    const factor = (event: keyof ParkFactors): number => {
      const { strength, perThousandFeet } = model[event]
      const count = COUNT[event]
      const prior = Math.exp((perThousandFeet * (ELEVATION_FEET[park] ?? 0)) / 1000)
      const rate = count(league) / league.plateAppearances
      if (!(rate > 0)) return prior
      const expected = clubs.reduce((sum, { here, elsewhere }) => {
        const own = (count(elsewhere) + strength * rate) / (elsewhere.plateAppearances + strength)
        return sum + here.plateAppearances * own
      }, 0)
      return (count(seen) + strength * rate * prior) / (expected + strength * rate)
    }
    return Object.fromEntries(EVENTS.map((event) => [event, factor(event)])) as unknown as ParkFactors
  }
}

/** The parks with a venue id of MLB, by its number. */
function venueFactors(rows: readonly BattingRow[]): Record<string, number[]> {
  const estimate = parkEstimate(rows)
  const parks = new Set([...rows.flatMap(({ park }) => park ?? []), ...Object.keys(ELEVATION_FEET)])
  return Object.fromEntries(
    [...parks].flatMap((park) => {
      const venue = venueOfPark(park)
      const factors = estimate(park)
      return venue === null ? [] : [[venue, EVENTS.map((event) => Number(factors[event].toFixed(3)))]]
    }),
  )
}

/** A day before all games: only the elevation of the parks is known. */
const BEFORE_ALL = '0000-00-00'
/** Days of a year on which factors are fitted anew: before a season, and in its middle. */
const FITTED_ON = ['01-01', '07-01'] as const

/**
 * The factors of the seasons of the fit and of the one after the last, each from the games of up to three seasons
 * before it, and of its own first half. Days without games before them are left out.
 */
export function fitParks(season: Season): ParkTables {
  const { earlier = [] } = season
  const years = earlier.map(({ year }) => year)
  const tables = [...years, Math.max(...years) + 1].flatMap((year) =>
    FITTED_ON.flatMap((day) => {
      const from = `${year}-${day}`
      const own = earlier.filter((past) => past.year === year)
      const rows = [...seasonsBefore(season, year), ...own].flatMap((past) =>
        past.rows.batting.filter(({ date }) => date < from),
      )
      // After the last game, a table would be that of the next season.
      const isKnown = own.some((past) => past.rows.batting.some(({ date }) => date >= from))
      return rows.length > 0 && (isKnown || day === FITTED_ON[0]) ? [[from, rows] as const] : []
    }),
  )
  return Object.fromEntries(
    [[BEFORE_ALL, []] as const, ...tables].map(([day, rows]) => [day, venueFactors(rows)]),
  )
}
