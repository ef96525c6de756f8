import { addTotals, type BattingTotals, NO_TOTALS, type ParkFactors } from '@propsight/shared/domain/engine'
import type { BattingRow } from '../read/season.ts'
import { addByKey } from './totals.ts'

/**
 * Elevation of parks in feet by Retrosheet's code. Only parks above 900 ft are listed; below, the effect is
 * within noise. Sources: US Geological Survey (Denver, Phoenix, Atlanta), INEGI (Monterrey, Mexico City).
 */
const ELEVATION_FEET: Readonly<Record<string, number>> = {
  DEN01: 5280,
  DEN02: 5190,
  MEX02: 7350,
  MNT01: 1770,
  PHO01: 1059,
  ATL03: 981,
}

/** Elevation of a park in feet; 0 for low or unknown parks. */
export const elevationOf = (park: string): number => ELEVATION_FEET[park] ?? 0

export interface ParkEventModel {
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
 * Estimates park factors from the batting of both clubs in every club's games, by park. A factor is the rate
 * in the home club's games at the park divided by the rate in the same club's games elsewhere, so that the
 * strength of a club cancels. It is shrunk toward the factor expected from the park's elevation.
 */
export class ParkRecord {
  readonly #model: ParkModel
  /** By club, then by park. */
  readonly #games = new Map<string, Map<string, BattingTotals>>()
  /** By park, then by home club: number of the club's batting lines there. */
  readonly #hosts = new Map<string, Map<string, number>>()

  /** By club, then by park: the same for this season only. */
  readonly #homes = new Map<string, Map<string, number>>()

  constructor(model: ParkModel) {
    this.#model = model
  }

  /** Adds the batting lines of finished games. */
  feed(rows: readonly BattingRow[]): void {
    this.#add(rows)
    for (const { home, club, park } of rows) {
      if (!home || park === null) continue
      const parks = this.#homes.get(club) ?? new Map<string, number>()
      this.#homes.set(club, parks.set(park, (parks.get(park) ?? 0) + 1))
    }
  }

  /** Adds the batting lines of an earlier season. */
  feedEarlier(rows: readonly BattingRow[]): void {
    this.#add(rows)
  }

  #add(rows: readonly BattingRow[]): void {
    const both = rows.flatMap((row) => {
      const park = row.park
      return park === null ? [] : [row.club, row.opponent].map((club) => ({ ...row, of: club, park }))
    })
    for (const [club, own] of Map.groupBy(both, (row) => row.of)) {
      const parks = this.#games.get(club) ?? new Map<string, BattingTotals>()
      this.#games.set(club, parks)
      addByKey(parks, own, (row) => row.park ?? '')
    }
    for (const { home, club, park } of both) {
      if (!home) continue
      const clubs = this.#hosts.get(park) ?? new Map<string, number>()
      this.#hosts.set(park, clubs.set(club, (clubs.get(club) ?? 0) + 1))
    }
  }

  /** The park with most home lines of a club this season; null before its first home game. */
  homeOf(club: string): string | null {
    let most: { park: string; lines: number } | null = null
    for (const [park, lines] of this.#homes.get(club) ?? [])
      if (lines > (most?.lines ?? 0)) most = { park, lines }
    return most?.park ?? null
  }

  /**
   * The factors of a park, 1 = average.
   * @param league batting of all clubs, toward which a club's rates elsewhere are shrunk
   */
  factors(park: string, league: BattingTotals): ParkFactors {
    let seen = NO_TOTALS
    const clubs = [...(this.#hosts.get(park)?.keys() ?? [])].map((club) => {
      let elsewhere = NO_TOTALS
      for (const [at, totals] of this.#games.get(club) ?? [])
        if (at !== park) elsewhere = addTotals(elsewhere, totals)
      const here = this.#games.get(club)?.get(park) ?? NO_TOTALS
      seen = addTotals(seen, here)
      return { here, elsewhere }
    })
    const factor = (event: keyof ParkFactors): number => {
      const { strength, perThousandFeet } = this.#model[event]
      const count = COUNT[event]
      const prior = Math.exp((perThousandFeet * elevationOf(park)) / 1000)
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
