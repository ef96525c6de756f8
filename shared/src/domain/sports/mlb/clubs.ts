import { type Club, parseClub } from '../../clubs/club.ts'

/** Usual start of an evening game, local time. */
const EVENING = '19:10'

/**
 * Columns: code | MLB's id of the club | name | city | stadium | latitude | longitude | time zone | roof |
 * bearing from home plate to centre field, degrees clockwise from true north | 'low' where published bearings
 * differ by 16 degrees or more | elevation in feet.
 *
 * Sources: places, roofs and bearings are from MLB's stats service (venues with location and field), checked
 * against ballparks.com and OpenStreetMap (as read by cgrove-alt/mlb-sun-tracker). Elevations are from
 * stone-ericm/MLB_counting_to_57_hits; that of Sutter Health Park is from maps, to ten feet.
 */
const TABLE = `
LAA|108|Los Angeles Angels|Anaheim|Angel Stadium|33.8002|-117.8824|America/Los_Angeles|open|44||154
AZ|109|Arizona Diamondbacks|Phoenix|Chase Field|33.4453|-112.0667|America/Phoenix|retractable|0||1059
BAL|110|Baltimore Orioles|Baltimore|Oriole Park at Camden Yards|39.2838|-76.6217|America/New_York|open|31||35
BOS|111|Boston Red Sox|Boston|Fenway Park|42.3465|-71.0974|America/New_York|open|45||16
CHC|112|Chicago Cubs|Chicago|Wrigley Field|41.9482|-87.6555|America/Chicago|open|37||599
CIN|113|Cincinnati Reds|Cincinnati|Great American Ball Park|39.0974|-84.5066|America/New_York|open|122||489
CLE|114|Cleveland Guardians|Cleveland|Progressive Field|41.4959|-81.6853|America/New_York|open|0||673
COL|115|Colorado Rockies|Denver|Coors Field|39.756|-104.9941|America/Denver|open|4||5197
DET|116|Detroit Tigers|Detroit|Comerica Park|42.3391|-83.0487|America/Detroit|open|150||602
HOU|117|Houston Astros|Houston|Daikin Park|29.757|-95.3555|America/Chicago|retractable|343||20
KC|118|Kansas City Royals|Kansas City|Kauffman Stadium|39.0516|-94.4805|America/Chicago|open|46||886
LAD|119|Los Angeles Dodgers|Los Angeles|Dodger Stadium|34.0737|-118.2405|America/Los_Angeles|open|26||515
WSH|120|Washington Nationals|Washington|Nationals Park|38.8729|-77.0075|America/New_York|open|28||23
NYM|121|New York Mets|Queens|Citi Field|40.7575|-73.8456|America/New_York|open|13|low|13
ATH|133|Athletics|West Sacramento|Sutter Health Park|38.5799|-121.5125|America/Los_Angeles|open|46|low|30
PIT|134|Pittsburgh Pirates|Pittsburgh|PNC Park|40.4469|-80.0058|America/New_York|open|116||724
SD|135|San Diego Padres|San Diego|Petco Park|32.7079|-117.1573|America/Los_Angeles|open|0||14
SEA|136|Seattle Mariners|Seattle|T-Mobile Park|47.5913|-122.3325|America/Los_Angeles|retractable|49||17
SF|137|San Francisco Giants|San Francisco|Oracle Park|37.7784|-122.3894|America/Los_Angeles|open|85||8
STL|138|St. Louis Cardinals|St. Louis|Busch Stadium|38.6226|-90.1929|America/Chicago|open|62||438
TB|139|Tampa Bay Rays|St. Petersburg|Tropicana Field|27.7678|-82.6525|America/New_York|dome|||41
TEX|140|Texas Rangers|Arlington|Globe Life Field|32.7473|-97.0818|America/Chicago|retractable|30|low|549
TOR|141|Toronto Blue Jays|Toronto|Rogers Centre|43.6416|-79.3892|America/Toronto|retractable|345||268
MIN|142|Minnesota Twins|Minneapolis|Target Field|44.9818|-93.2779|America/Chicago|open|129|low|840
PHI|143|Philadelphia Phillies|Philadelphia|Citizens Bank Park|39.9054|-75.1672|America/New_York|open|9||19
ATL|144|Atlanta Braves|Cumberland|Truist Park|33.8907|-84.4676|America/New_York|open|145||981
CWS|145|Chicago White Sox|Chicago|Rate Field|41.83|-87.6342|America/Chicago|open|127||594
MIA|146|Miami Marlins|Miami|loanDepot park|25.778|-80.2195|America/New_York|retractable|128||6
NYY|147|New York Yankees|Bronx|Yankee Stadium|40.8292|-73.9265|America/New_York|open|75|low|11
MIL|158|Milwaukee Brewers|Milwaukee|American Family Field|43.0284|-87.971|America/Chicago|retractable|129||602`

/** The thirty clubs of Major League Baseball with their home parks. */
export const BASEBALL_CLUBS: readonly Club[] = TABLE.trim()
  .split('\n')
  .map((row) => {
    const [code = '', id, ...rest] = row.split('|')
    return parseClub({ sport: 'baseball', code, mlbId: Number(id) }, () => EVENING, rest)
  })
