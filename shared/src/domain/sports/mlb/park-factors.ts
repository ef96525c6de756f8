import type { ParkFactors } from './engine/input.ts'
import shipped from './fitted/parks.json' with { type: 'json' }

/** MLB's venue ids of the clubs' parks: id | `Club.stadium`. */
const PARKS = `
1|Angel Stadium
2|Oriole Park at Camden Yards
3|Fenway Park
4|Rate Field
5|Progressive Field
7|Kauffman Stadium
12|Tropicana Field
14|Rogers Centre
15|Chase Field
17|Wrigley Field
19|Coors Field
22|Dodger Stadium
31|PNC Park
32|American Family Field
680|T-Mobile Park
2392|Daikin Park
2394|Comerica Park
2395|Oracle Park
2529|Sutter Health Park
2602|Great American Ball Park
2680|Petco Park
2681|Citizens Bank Park
2889|Busch Stadium
3289|Citi Field
3309|Nationals Park
3312|Target Field
3313|Yankee Stadium
4169|loanDepot park
4705|Truist Park
5325|Globe Life Field`

const IDS: ReadonlyMap<string, number> = new Map(
  PARKS.trim()
    .split('\n')
    .map((row) => row.split('|'))
    .map(([id, park = '']) => [park, Number(id)]),
)

/**
 * Factors by the day from which on they hold, then by venue id, in the order of `ParkFactors`. They were fitted on games
 * before that day, so that the forecast of an earlier game does not use its result. Written by `npm run fit`.
 */
export type ParkTables = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>
export const PARK_TABLES: ParkTables = shipped.value

const DAYS = Object.keys(PARK_TABLES).toSorted().toReversed()

/** As `findParkFactors`, by the name of the park in `Club.stadium`. */
export const findParkFactorsByName = (park: string, date: string): ParkFactors | null =>
  findParkFactors(IDS.get(park) ?? -1, date)

/**
 * Effect of a park by MLB's venue id, as multipliers of the league's rates; null for a park without games in the fitted
 * seasons.
 * @param date league day of the game, `YYYY-MM-DD`
 */
export function findParkFactors(venueId: number, date: string): ParkFactors | null {
  const factors = PARK_TABLES[DAYS.find((day) => day <= date) ?? '']?.[venueId]
  if (!factors) return null
  const [single = 1, double = 1, triple = 1, homeRun = 1, strikeOut = 1, walk = 1] = factors
  return { single, double, triple, homeRun, strikeOut, walk }
}
