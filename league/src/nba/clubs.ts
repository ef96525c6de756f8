/** A club: id and code of ESPN, and its code, place and name in the book. */
export interface NbaClub {
  readonly id: string
  readonly code: string
  readonly bookCode: string
  readonly location: string
  readonly nickname: string
}

/** id | code at ESPN | code in the book, where it differs | location | nickname. Source: ESPN's scoreboard. */
const TABLE = `
1|ATL||Atlanta|Hawks
2|BOS||Boston|Celtics
17|BKN||Brooklyn|Nets
30|CHA||Charlotte|Hornets
4|CHI||Chicago|Bulls
5|CLE||Cleveland|Cavaliers
6|DAL||Dallas|Mavericks
7|DEN||Denver|Nuggets
8|DET||Detroit|Pistons
9|GS|GSW|Golden State|Warriors
10|HOU||Houston|Rockets
11|IND||Indiana|Pacers
12|LAC||LA|Clippers
13|LAL||Los Angeles|Lakers
29|MEM||Memphis|Grizzlies
14|MIA||Miami|Heat
15|MIL||Milwaukee|Bucks
16|MIN||Minnesota|Timberwolves
3|NO|NOP|New Orleans|Pelicans
18|NY|NYK|New York|Knicks
25|OKC||Oklahoma City|Thunder
19|ORL||Orlando|Magic
20|PHI||Philadelphia|76ers
21|PHX||Phoenix|Suns
22|POR||Portland|Trail Blazers
23|SAC||Sacramento|Kings
24|SA|SAS|San Antonio|Spurs
28|TOR||Toronto|Raptors
26|UTAH|UTA|Utah|Jazz
27|WSH|WAS|Washington|Wizards`

/** The thirty clubs of the NBA. */
export const NBA_CLUBS: readonly NbaClub[] = TABLE.trim()
  .split('\n')
  .map((row) => {
    const [id = '', code = '', bookCode = '', location = '', nickname = ''] = row.split('|')
    return { id, code, bookCode: bookCode || code, location, nickname }
  })
