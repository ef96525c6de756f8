import type { ParkFactors } from './engine/input.ts'

/**
 * Columns: venue id | park | seasons | singles, doubles, triples, home runs, strikeouts, walks. 100 is an
 * average park.
 *
 * Source: Baseball Savant, Statcast park factors, three years, all conditions, 2023-2025 as of 2026-05-05.
 * Tropicana Field has the last published ones, 2019-2021. A park with fewer than three seasons (Sutter Health
 * Park) is not in the table.
 */
const TABLE = `
1|Angel Stadium|2023-2025|98 90 97 113 105 103
2|Oriole Park at Camden Yards|2023-2025|104 98 119 106 99 91
3|Fenway Park|2023-2025|107 122 93 89 96 97
4|Rate Field|2023-2025|101 92 70 96 100 103
5|Progressive Field|2023-2025|98 106 71 85 102 100
7|Kauffman Stadium|2023-2025|103 113 182 85 89 100
12|Tropicana Field|2019-2021|96 99 111 84 107 94
14|Rogers Centre|2023-2025|97 105 68 104 97 100
15|Chase Field|2023-2025|103 115 204 88 94 99
17|Wrigley Field|2023-2025|98 86 116 99 103 100
19|Coors Field|2023-2025|116 120 201 105 90 101
22|Dodger Stadium|2023-2025|92 96 64 127 99 101
31|PNC Park|2023-2025|103 115 83 76 96 100
32|American Family Field|2023-2025|94 87 89 106 109 106
680|T-Mobile Park|2023-2025|90 89 52 93 116 96
2392|Daikin Park|2023-2025|100 96 87 105 102 100
2394|Comerica Park|2023-2025|100 95 143 99 98 100
2395|Oracle Park|2023-2025|104 102 122 81 97 90
2602|Great American Ball Park|2023-2025|96 99 76 123 102 103
2680|Petco Park|2023-2025|97 92 63 102 102 103
2681|Citizens Bank Park|2023-2025|99 96 100 115 104 96
2889|Busch Stadium|2023-2025|107 105 80 87 91 96
3289|Citi Field|2023-2025|93 89 72 104 102 110
3309|Nationals Park|2023-2025|109 98 98 94 90 94
3312|Target Field|2023-2025|100 111 96 102 103 100
3313|Yankee Stadium|2023-2025|91 90 63 119 101 111
4169|loanDepot park|2023-2025|105 107 117 90 97 97
4705|Truist Park|2023-2025|104 94 91 105 106 99
5325|Globe Life Field|2023-2025|97 95 73 104 101 100`

const factorsOf = (text: string): ParkFactors => {
  const [single = 1, double = 1, triple = 1, homeRun = 1, strikeOut = 1, walk = 1] = text
    .split(' ')
    .map((percent) => Number(percent) / 100)
  return { single, double, triple, homeRun, strikeOut, walk }
}

const FACTORS: ReadonlyMap<number, ParkFactors> = new Map(
  TABLE.trim()
    .split('\n')
    .map((row) => {
      const [id, , , factors = ''] = row.split('|')
      return [Number(id), factorsOf(factors)]
    }),
)

const IDS: ReadonlyMap<string, number> = new Map(
  TABLE.trim()
    .split('\n')
    .map((row) => row.split('|'))
    .map(([id, park = '']) => [park, Number(id)]),
)

/** As `findParkFactors`, by the name of the park in `Club.stadium`. */
export const findParkFactorsByName = (park: string): ParkFactors | null =>
  findParkFactors(IDS.get(park) ?? -1)

/**
 * Published factors of a park by MLB's venue id, as multipliers of the league's rates; null where none are
 * published.
 */
export const findParkFactors = (venueId: number): ParkFactors | null => FACTORS.get(venueId) ?? null
