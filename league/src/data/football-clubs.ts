/** A football stadium. */
export interface FootballVenue {
  readonly id: string
  readonly name: string
  readonly city: string
  /** Two letters; absent outside the USA. */
  readonly state?: string
  readonly country: string
  readonly indoor: boolean
  readonly latitude: number
  readonly longitude: number
  readonly elevationFeet: number
  readonly timeZone: string
}

export interface FootballClub {
  /** The club's id in the scoreboard service. */
  readonly id: string
  readonly abbreviation: string
  readonly location: string
  readonly nickname: string
  readonly conference: 'AFC' | 'NFC'
  readonly venue: FootballVenue
}

/**
 * A line with the conference, then its clubs by division (East, North, South, West): id | abbreviation |
 * location | nickname | venue id | venue | city | state | indoor | latitude | longitude | elevation in feet |
 * time zone.
 *
 * Source of ids, names and `indoor` (retractable roofs count as indoor): ESPN's scoreboard. Source of
 * coordinates: public maps. Elevations are rounded; only the invented weather uses them.
 */
const TABLE = `
AFC
2|BUF|Buffalo|Bills|3883|Highmark Stadium|Orchard Park|NY||42.773|-78.792|640|America/New_York
15|MIA|Miami|Dolphins|3948|Hard Rock Stadium|Miami Gardens|FL||25.958|-80.239|10|America/New_York
17|NE|New England|Patriots|3738|Gillette Stadium|Foxborough|MA||42.091|-71.264|290|America/New_York
20|NYJ|New York|Jets|3839|MetLife Stadium|East Rutherford|NJ||40.814|-74.074|10|America/New_York
33|BAL|Baltimore|Ravens|3814|M&T Bank Stadium|Baltimore|MD||39.278|-76.623|30|America/New_York
4|CIN|Cincinnati|Bengals|3874|Paycor Stadium|Cincinnati|OH||39.095|-84.516|490|America/New_York
5|CLE|Cleveland|Browns|3679|Huntington Bank Field|Cleveland|OH||41.506|-81.699|580|America/New_York
23|PIT|Pittsburgh|Steelers|3752|Acrisure Stadium|Pittsburgh|PA||40.447|-80.016|730|America/New_York
34|HOU|Houston|Texans|3891|NRG Stadium|Houston|TX|indoor|29.685|-95.411|50|America/Chicago
11|IND|Indianapolis|Colts|3812|Lucas Oil Stadium|Indianapolis|IN|indoor|39.76|-86.163|720|America/Indiana/Indianapolis
30|JAX|Jacksonville|Jaguars|3712|EverBank Stadium|Jacksonville|FL||30.324|-81.638|10|America/New_York
10|TEN|Tennessee|Titans|3810|Nissan Stadium|Nashville|TN||36.166|-86.771|410|America/Chicago
7|DEN|Denver|Broncos|3937|Empower Field at Mile High|Denver|CO||39.744|-105.02|5210|America/Denver
12|KC|Kansas City|Chiefs|3622|GEHA Field at Arrowhead Stadium|Kansas City|MO||39.049|-94.484|870|America/Chicago
13|LV|Las Vegas|Raiders|6501|Allegiant Stadium|Las Vegas|NV|indoor|36.091|-115.184|2190|America/Los_Angeles
24|LAC|Los Angeles|Chargers|7065|SoFi Stadium|Inglewood|CA|indoor|33.953|-118.339|110|America/Los_Angeles
NFC
6|DAL|Dallas|Cowboys|3687|AT&T Stadium|Arlington|TX|indoor|32.748|-97.093|590|America/Chicago
19|NYG|New York|Giants|3839|MetLife Stadium|East Rutherford|NJ||40.814|-74.074|10|America/New_York
21|PHI|Philadelphia|Eagles|3806|Lincoln Financial Field|Philadelphia|PA||39.901|-75.168|20|America/New_York
28|WSH|Washington|Commanders|3719|Northwest Stadium|Landover|MD||38.908|-76.864|170|America/New_York
3|CHI|Chicago|Bears|3933|Soldier Field|Chicago|IL||41.862|-87.617|590|America/Chicago
8|DET|Detroit|Lions|3727|Ford Field|Detroit|MI|indoor|42.34|-83.046|600|America/Detroit
9|GB|Green Bay|Packers|3798|Lambeau Field|Green Bay|WI||44.501|-88.062|640|America/Chicago
16|MIN|Minnesota|Vikings|5239|U.S. Bank Stadium|Minneapolis|MN|indoor|44.974|-93.258|840|America/Chicago
1|ATL|Atlanta|Falcons|5348|Mercedes-Benz Stadium|Atlanta|GA|indoor|33.756|-84.4|1010|America/New_York
29|CAR|Carolina|Panthers|3628|Bank of America Stadium|Charlotte|NC||35.226|-80.853|720|America/New_York
18|NO|New Orleans|Saints|3493|Caesars Superdome|New Orleans|LA|indoor|29.951|-90.081|10|America/Chicago
27|TB|Tampa Bay|Buccaneers|3886|Raymond James Stadium|Tampa|FL||27.976|-82.503|30|America/New_York
22|ARI|Arizona|Cardinals|3970|State Farm Stadium|Glendale|AZ|indoor|33.528|-112.263|1070|America/Phoenix
14|LAR|Los Angeles|Rams|7065|SoFi Stadium|Inglewood|CA|indoor|33.953|-118.339|110|America/Los_Angeles
25|SF|San Francisco|49ers|4738|Levi's Stadium|Santa Clara|CA||37.403|-121.97|10|America/Los_Angeles
26|SEA|Seattle|Seahawks|3673|Lumen Field|Seattle|WA||47.595|-122.332|20|America/Los_Angeles`

/** The neutral stadium of the games outside the USA. */
export const LONDON_VENUE: FootballVenue = {
  id: '2455',
  name: 'Tottenham Hotspur Stadium',
  city: 'London',
  country: 'England',
  indoor: false,
  latitude: 51.604,
  longitude: -0.066,
  elevationFeet: 50,
  timeZone: 'Europe/London',
}

const buildClub = (row: string, conference: FootballClub['conference']): FootballClub => {
  const [id = '', abbreviation = '', location = '', nickname = '', ...venue] = row.split('|')
  const [venueId = '', name = '', city = '', state = '', indoor, latitude, longitude, feet, timeZone = ''] =
    venue
  return {
    id,
    abbreviation,
    location,
    nickname,
    conference,
    venue: {
      id: venueId,
      name,
      city,
      state,
      country: 'USA',
      indoor: indoor === 'indoor',
      latitude: Number(latitude),
      longitude: Number(longitude),
      elevationFeet: Number(feet),
      timeZone,
    },
  }
}

const [, AFC_ROWS = '', NFC_ROWS = ''] = TABLE.split(/\n[AN]FC\n/)

/** The 32 clubs in the order of the table: sixteen of the AFC, sixteen of the NFC, four per division. */
export const FOOTBALL_CLUBS: readonly FootballClub[] = [
  ...AFC_ROWS.split('\n').map((row) => buildClub(row, 'AFC')),
  ...NFC_ROWS.split('\n').map((row) => buildClub(row, 'NFC')),
]
