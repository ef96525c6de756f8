import { NBA_CLUBS as CLUBS } from '@propsight/shared/domain/sports/nba'

/** A club: id and code of ESPN, and its code, place and name in the book. */
export interface NbaClub {
  readonly id: string
  readonly code: string
  readonly bookCode: string
  readonly location: string
  readonly nickname: string
}

/** ESPN's number of each club. Source: its scoreboard. */
const IDS = new Map(
  (
    'ATL 1,BOS 2,BKN 17,CHA 30,CHI 4,CLE 5,DAL 6,DEN 7,DET 8,GSW 9,HOU 10,IND 11,LAC 12,LAL 13,MEM 29,MIA 14,MIL 15,' +
    'MIN 16,NOP 3,NYK 18,OKC 25,ORL 19,PHI 20,PHX 21,POR 22,SAC 23,SAS 24,TOR 28,UTA 26,WSH 27'
  )
    .split(',')
    .map((row) => row.split(' ') as [code: string, id: string]),
)
/** The codes of ESPN and of the book that differ from the product's. */
const ESPN_CODES: Readonly<Record<string, string>> = {
  GSW: 'GS',
  NOP: 'NO',
  NYK: 'NY',
  SAS: 'SA',
  UTA: 'UTAH',
}
const BOOK_CODES: Readonly<Record<string, string>> = { WSH: 'WAS' }

/** The thirty clubs of the NBA, in the order of the product's table. */
export const NBA_CLUBS: readonly NbaClub[] = CLUBS.map(({ code, place, nickname }) => ({
  id: IDS.get(code) ?? '',
  code: ESPN_CODES[code] ?? code,
  bookCode: BOOK_CODES[code] ?? code,
  location: place,
  nickname,
}))

/** The full name of a club at the odds service, which abbreviates no city. */
export function clubName(club: number): string {
  const { location = '', nickname = '' } = NBA_CLUBS[club] ?? {}
  return `${location === 'LA' ? 'Los Angeles' : location} ${nickname}`
}
