import type { Club } from '../world/entities.ts'

/**
 * id | name | abbreviation | the lines service's code | code | nickname | location | since | league |
 * division | venue
 */
const TABLE = `
108|Los Angeles Angels|LAA|LAA|ana|Angels|Anaheim|1961|103|200|1
109|Arizona Diamondbacks|AZ|ARI|ari|D-backs|Phoenix|1996|104|203|15
110|Baltimore Orioles|BAL|BAL|bal|Orioles|Baltimore|1901|103|201|2
111|Boston Red Sox|BOS|BOS|bos|Red Sox|Boston|1901|103|201|3
112|Chicago Cubs|CHC|CHC|chn|Cubs|Chicago|1874|104|205|17
113|Cincinnati Reds|CIN|CIN|cin|Reds|Cincinnati|1882|104|205|2602
114|Cleveland Guardians|CLE|CLE|cle|Guardians|Cleveland|1901|103|202|5
115|Colorado Rockies|COL|COL|col|Rockies|Denver|1992|104|203|19
116|Detroit Tigers|DET|DET|det|Tigers|Detroit|1901|103|202|2394
117|Houston Astros|HOU|HOU|hou|Astros|Houston|1962|103|200|2392
118|Kansas City Royals|KC|KC|kca|Royals|Kansas City|1968|103|202|7
119|Los Angeles Dodgers|LAD|LAD|lan|Dodgers|Los Angeles|1884|104|203|22
120|Washington Nationals|WSH|WSH|was|Nationals|Washington|1968|104|204|3309
121|New York Mets|NYM|NYM|nyn|Mets|Flushing|1962|104|204|3289
133|Athletics|ATH|ATH|ath|Athletics|Sacramento|1901|103|200|2529
134|Pittsburgh Pirates|PIT|PIT|pit|Pirates|Pittsburgh|1882|104|205|31
135|San Diego Padres|SD|SD|sdn|Padres|San Diego|1968|104|203|2680
136|Seattle Mariners|SEA|SEA|sea|Mariners|Seattle|1977|103|200|680
137|San Francisco Giants|SF|SF|sfn|Giants|San Francisco|1883|104|203|2395
138|St. Louis Cardinals|STL|STL|sln|Cardinals|St. Louis|1892|104|205|2889
139|Tampa Bay Rays|TB|TB|tba|Rays|St. Petersburg|1996|103|201|12
140|Texas Rangers|TEX|TEX|tex|Rangers|Arlington|1961|103|200|5325
141|Toronto Blue Jays|TOR|TOR|tor|Blue Jays|Toronto|1977|103|201|14
142|Minnesota Twins|MIN|MIN|min|Twins|Minneapolis|1901|103|202|3312
143|Philadelphia Phillies|PHI|PHI|phi|Phillies|Philadelphia|1883|104|204|2681
144|Atlanta Braves|ATL|ATL|atl|Braves|Atlanta|1871|104|204|4705
145|Chicago White Sox|CWS|CWS|cha|White Sox|Chicago|1901|103|202|4
146|Miami Marlins|MIA|MIA|mia|Marlins|Miami|1991|104|204|4169
147|New York Yankees|NYY|NYY|nya|Yankees|Bronx|1903|103|201|3313
158|Milwaukee Brewers|MIL|MIL|mil|Brewers|Milwaukee|1968|104|205|32`

/** The thirty clubs, with the names, codes and ids of the stats service. */
export const CLUBS: readonly Club[] = TABLE.trim()
  .split('\n')
  .map((row): Club => {
    const [
      id,
      name = '',
      abbreviation = '',
      lines = '',
      code = '',
      nickname = '',
      location = '',
      ...numbers
    ] = row.split('|')
    const [since = 0, leagueId = 0, divisionId = 0, venueId = 0] = numbers.map(Number)
    const names = { name, abbreviation, lines, code, nickname, location }
    return { id: Number(id), ...names, since, leagueId, divisionId, venueId }
  })
