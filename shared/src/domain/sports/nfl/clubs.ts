import { type Club, parseClub } from '../../clubs/club.ts'

/** The Sunday windows, 1:00 and 4:25 PM Eastern, in local time of the stadium. */
const SUNDAY: Record<string, string> = {
  'America/Chicago': '12:00',
  'America/Denver': '14:25',
  'America/Phoenix': '13:25',
  'America/Los_Angeles': '13:25',
}
const EASTERN = '13:00'
const sundayStart = (timeZone: string): string => SUNDAY[timeZone] ?? EASTERN

/**
 * Columns: code | name | city | stadium | latitude | longitude | time zone | roof | bearing of the field's
 * long axis in either direction, degrees clockwise from true north, empty where sources disagree under a
 * fixed roof | 'low' where there is only one source | elevation in feet.
 *
 * Sources: places and bearings are from ThompsonJamesBliss/WeatherData, checked against greerreNFL/stadiums
 * (in maxzipperman/value-finder) and OpenStreetMap (as read by cgrove-alt/mlb-sun-tracker). Elevations are
 * from maps, to ten feet.
 */
const TABLE = `
ARI|Arizona Cardinals|Glendale|State Farm Stadium|33.528|-112.263|America/Phoenix|retractable|150||1070
ATL|Atlanta Falcons|Atlanta|Mercedes-Benz Stadium|33.7556|-84.4|America/New_York|retractable|70.9||1010
BAL|Baltimore Ravens|Baltimore|M&T Bank Stadium|39.2781|-76.6228|America/New_York|open|109.5||30
BUF|Buffalo Bills|Orchard Park|Highmark Stadium|42.7731|-78.7922|America/New_York|open|0|low|640
CAR|Carolina Panthers|Charlotte|Bank of America Stadium|35.2258|-80.8528|America/New_York|open|142.4||720
CHI|Chicago Bears|Chicago|Soldier Field|41.8623|-87.6167|America/Chicago|open|173.9||590
CIN|Cincinnati Bengals|Cincinnati|Paycor Stadium|39.095|-84.516|America/New_York|open|140.6||490
CLE|Cleveland Browns|Cleveland|Huntington Bank Field|41.5061|-81.6994|America/New_York|open|56.1||580
DAL|Dallas Cowboys|Arlington|AT&T Stadium|32.7478|-97.0928|America/Chicago|retractable|68||590
DEN|Denver Broncos|Denver|Empower Field at Mile High|39.7439|-105.02|America/Denver|open|0||5210
DET|Detroit Lions|Detroit|Ford Field|42.34|-83.0456|America/Detroit|dome|||600
GB|Green Bay Packers|Green Bay|Lambeau Field|44.5014|-88.0622|America/Chicago|open|0||640
HOU|Houston Texans|Houston|NRG Stadium|29.6847|-95.4108|America/Chicago|retractable|178.2||50
IND|Indianapolis Colts|Indianapolis|Lucas Oil Stadium|39.7601|-86.1628|America/Indiana/Indianapolis|retractable|26.6||720
JAX|Jacksonville Jaguars|Jacksonville|EverBank Stadium|30.3239|-81.6375|America/New_York|open|16.7||10
KC|Kansas City Chiefs|Kansas City|GEHA Field at Arrowhead Stadium|39.0489|-94.4839|America/Chicago|open|136.3||870
LAC|Los Angeles Chargers|Inglewood|SoFi Stadium|33.9534|-118.3392|America/Los_Angeles|dome|158.2||110
LAR|Los Angeles Rams|Inglewood|SoFi Stadium|33.9534|-118.3392|America/Los_Angeles|dome|158.2||110
LV|Las Vegas Raiders|Paradise|Allegiant Stadium|36.0907|-115.1837|America/Los_Angeles|dome|25.8||2190
MIA|Miami Dolphins|Miami Gardens|Hard Rock Stadium|25.9581|-80.2389|America/New_York|open|122.1||10
MIN|Minnesota Vikings|Minneapolis|U.S. Bank Stadium|44.9739|-93.2581|America/Chicago|dome|129.9||840
NE|New England Patriots|Foxborough|Gillette Stadium|42.091|-71.264|America/New_York|open|163||290
NO|New Orleans Saints|New Orleans|Caesars Superdome|29.9511|-90.0812|America/Chicago|dome|||10
NYG|New York Giants|East Rutherford|MetLife Stadium|40.8135|-74.0744|America/New_York|open|165.5||10
NYJ|New York Jets|East Rutherford|MetLife Stadium|40.8135|-74.0744|America/New_York|open|165.5||10
PHI|Philadelphia Eagles|Philadelphia|Lincoln Financial Field|39.9008|-75.1675|America/New_York|open|171||20
PIT|Pittsburgh Steelers|Pittsburgh|Acrisure Stadium|40.4467|-80.0158|America/New_York|open|153.9||730
SEA|Seattle Seahawks|Seattle|Lumen Field|47.5952|-122.3316|America/Los_Angeles|open|0||20
SF|San Francisco 49ers|Santa Clara|Levi's Stadium|37.403|-121.97|America/Los_Angeles|open|150||10
TB|Tampa Bay Buccaneers|Tampa|Raymond James Stadium|27.9758|-82.5033|America/New_York|open|0||30
TEN|Tennessee Titans|Nashville|Nissan Stadium|36.1664|-86.7714|America/Chicago|open|154.6||410
WAS|Washington Commanders|Landover|Northwest Stadium|38.9078|-76.8644|America/New_York|open|115||170`

/** The 32 clubs of the National Football League with their home stadiums. */
export const FOOTBALL_CLUBS: readonly Club[] = TABLE.trim()
  .split('\n')
  .map((row) => {
    const [code = '', ...rest] = row.split('|')
    return parseClub({ sport: 'football', code, mlbId: null }, sundayStart, rest)
  })
