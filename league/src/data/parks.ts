import type { Park } from '../world/entities.ts'

/**
 * id | name | city | time zone | roof | latitude | longitude | elevation in feet | factors: singles, doubles,
 * triples, home runs, strikeouts, walks, 1 = average.
 *
 * Coordinates, roofs and elevations: MLB's public venue data. Factors: Baseball Savant, three years to 2025,
 * all conditions (Tropicana Field 2019-2021, the last published; Sutter Health Park has none yet).
 */
const TABLE = `
1|Angel Stadium|Anaheim, CA|America/Los_Angeles|open|33.8002|-117.882|154|0.98 0.9 0.97 1.13 1.05 1.03
15|Chase Field|Phoenix, AZ|America/Phoenix|retractable|33.4453|-112.067|1059|1.03 1.15 2.04 0.88 0.94 0.99
2|Oriole Park at Camden Yards|Baltimore, MD|America/New_York|open|39.2838|-76.6217|35|1.04 0.98 1.19 1.06 0.99 0.91
3|Fenway Park|Boston, MA|America/New_York|open|42.3465|-71.0974|16|1.07 1.22 0.93 0.89 0.96 0.97
17|Wrigley Field|Chicago, IL|America/Chicago|open|41.9482|-87.6555|599|0.98 0.86 1.16 0.99 1.03 1
2602|Great American Ball Park|Cincinnati, OH|America/New_York|open|39.0974|-84.5066|489|0.96 0.99 0.76 1.23 1.02 1.03
5|Progressive Field|Cleveland, OH|America/New_York|open|41.4959|-81.6853|673|0.98 1.06 0.71 0.85 1.02 1
19|Coors Field|Denver, CO|America/Denver|open|39.756|-104.994|5197|1.16 1.2 2.01 1.05 0.9 1.01
2394|Comerica Park|Detroit, MI|America/Detroit|open|42.3391|-83.0487|602|1 0.95 1.43 0.99 0.98 1
2392|Daikin Park|Houston, TX|America/Chicago|retractable|29.757|-95.3555|20|1 0.96 0.87 1.05 1.02 1
7|Kauffman Stadium|Kansas City, MO|America/Chicago|open|39.0516|-94.4805|886|1.03 1.13 1.82 0.85 0.89 1
22|Dodger Stadium|Los Angeles, CA|America/Los_Angeles|open|34.0737|-118.24|515|0.92 0.96 0.64 1.27 0.99 1.01
3309|Nationals Park|Washington, DC|America/New_York|open|38.8729|-77.0075|23|1.09 0.98 0.98 0.94 0.9 0.94
3289|Citi Field|Queens, NY|America/New_York|open|40.7575|-73.8456|13|0.93 0.89 0.72 1.04 1.02 1.1
2529|Sutter Health Park|West Sacramento, CA|America/Los_Angeles|open|38.5799|-121.513|30|1 1 1 1 1 1
31|PNC Park|Pittsburgh, PA|America/New_York|open|40.4469|-80.0058|724|1.03 1.15 0.83 0.76 0.96 1
2680|Petco Park|San Diego, CA|America/Los_Angeles|open|32.7079|-117.157|14|0.97 0.92 0.63 1.02 1.02 1.03
680|T-Mobile Park|Seattle, WA|America/Los_Angeles|retractable|47.5913|-122.332|17|0.9 0.89 0.52 0.93 1.16 0.96
2395|Oracle Park|San Francisco, CA|America/Los_Angeles|open|37.7784|-122.389|8|1.04 1.02 1.22 0.81 0.97 0.9
2889|Busch Stadium|St. Louis, MO|America/Chicago|open|38.6226|-90.1929|438|1.07 1.05 0.8 0.87 0.91 0.96
12|Tropicana Field|St. Petersburg, FL|America/New_York|dome|27.7678|-82.6525|41|0.96 0.99 1.11 0.84 1.07 0.94
5325|Globe Life Field|Arlington, TX|America/Chicago|retractable|32.7473|-97.0818|549|0.97 0.95 0.73 1.04 1.01 1
14|Rogers Centre|Toronto, ON|America/Toronto|retractable|43.6416|-79.3892|268|0.97 1.05 0.68 1.04 0.97 1
3312|Target Field|Minneapolis, MN|America/Chicago|open|44.9818|-93.2779|840|1 1.11 0.96 1.02 1.03 1
2681|Citizens Bank Park|Philadelphia, PA|America/New_York|open|39.9054|-75.1672|19|0.99 0.96 1 1.15 1.04 0.96
4705|Truist Park|Cumberland, GA|America/New_York|open|33.8907|-84.4676|981|1.04 0.94 0.91 1.05 1.06 0.99
4|Rate Field|Chicago, IL|America/Chicago|open|41.83|-87.6342|594|1.01 0.92 0.7 0.96 1 1.03
4169|loanDepot park|Miami, FL|America/New_York|retractable|25.778|-80.2195|6|1.05 1.07 1.17 0.9 0.97 0.97
3313|Yankee Stadium|Bronx, NY|America/New_York|open|40.8292|-73.9265|11|0.91 0.9 0.63 1.19 1.01 1.11
32|American Family Field|Milwaukee, WI|America/Chicago|retractable|43.0284|-87.971|602|0.94 0.87 0.89 1.06 1.09 1.06`

const factorsOf = (text: string): Park['factors'] => {
  const [single = 1, double = 1, triple = 1, homeRun = 1, strikeOut = 1, walk = 1] = text
    .split(' ')
    .map(Number)
  return [single, double, triple, homeRun, strikeOut, walk]
}

/** The thirty parks, by MLB venue id. */
export const PARKS: readonly Park[] = TABLE.trim()
  .split('\n')
  .map((row): Park => {
    const [id, name = '', city = '', timeZone = '', roof, latitude, longitude, elevation, factors = ''] =
      row.split('|')
    return {
      id: Number(id),
      name,
      city,
      timeZone,
      roof: roof === 'dome' || roof === 'retractable' ? roof : 'open',
      latitude: Number(latitude),
      longitude: Number(longitude),
      elevationFeet: Number(elevation),
      factors: factorsOf(factors),
    }
  })
