import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const DAYS = ['2022-05-01', '2022-05-02', '2022-05-03', '2022-05-04', '2022-05-05']
/** Two clubs, each with nine invented batters, two starters and two relievers. */
const CLUBS = ['BOS', 'NYA'] as const

interface Line {
  readonly game: string
  readonly date: string
  readonly club: string
  readonly other: string
  readonly home: boolean
  readonly id: string
  readonly name: string
  readonly slot: number
  readonly day: number
}

/** The day on which tests replay the fixture; the fixture has one more day after it. */
export const FIXTURE_DAY = '2022-05-04'

const games = DAYS.map((date, day) => ({ date, day, game: `BOS${date.replaceAll('-', '')}0` }))

const lines = (size: number, prefix: string): Line[] =>
  games.flatMap(({ date, day, game }) =>
    CLUBS.flatMap((club) =>
      Array.from({ length: size }, (_, n) => ({
        game,
        date,
        club,
        other: club === 'BOS' ? 'NYA' : 'BOS',
        home: club === 'BOS',
        id: `${prefix}${club.toLowerCase()}${n}`,
        name: `${prefix === 'p' ? 'Arm' : 'Bat'} ${club === 'BOS' ? 'Óscar' : "O'Test"} ${n}`,
        slot: n + 1,
        day,
      })),
    ),
  )

/** Hits of a batter on a day: 0 to 2, different by day and place in the order. */
const hits = ({ slot, day }: Line): number => (slot + day) % 3

const bats = (): Line[] => lines(9, 'b')
/** One starter and one reliever per club and day, in rotation. */
const arms = (): { line: Line; started: boolean }[] =>
  lines(4, 'p')
    .filter(({ slot, day }) => slot === (day % 2) + 1 || slot === (day % 2) + 3)
    .map((line) => ({ line, started: line.slot <= 2 }))
const mlbam = (line: Line): number =>
  700_000 + (line.home ? 0 : 500) + line.slot + (line.id.startsWith('p') ? 100 : 0)

const csv = (header: string, rows: readonly (readonly (string | number)[])[]): string =>
  `${header}\n${rows.map((row) => row.join(',')).join('\n')}\n`

/** Writes a tiny season of invented players in the plain format (see `readPlainFormat`). */
export function writePlainFixture(dir: string): void {
  mkdirSync(dir, { recursive: true })
  const batting = bats().map((line) => [
    line.date,
    line.game,
    line.home ? 'home' : 'away',
    line.club,
    line.other,
    line.id,
    line.name,
    4,
    hits(line),
    0,
    0,
    0,
    hits(line) > 1 ? 1 : 0,
    0,
    0,
    0,
    1,
    0,
    4,
    0,
    line.slot,
    'R',
    mlbam(line),
  ])
  const pitching = arms().map(({ line, started }) => [
    line.date,
    line.game,
    line.home ? 'home' : 'away',
    line.club,
    line.other,
    line.id,
    line.name,
    started ? 1 : 0,
    started ? 18 : 9,
    5,
    1,
    1,
    6,
    0,
    1,
    0,
    24,
    'L',
    mlbam(line),
  ])
  const schedule = games.map(({ date, day, game }) => [
    date,
    game,
    'BOS',
    'NYA',
    'BOS07',
    '',
    '',
    '',
    '',
    `pbos${day % 2}`,
    `pnya${day % 2}`,
    'L',
    'L',
    0,
  ])
  writeFileSync(
    join(dir, 'batting.csv'),
    csv(
      'date,gameId,homeAway,team,opp,playerId,playerName,AB,H,2B,3B,HR,R,RBI,BB,HBP,SO,SB,PA,SF,order,bats,mlbamId',
      batting,
    ),
  )
  writeFileSync(
    join(dir, 'pitching.csv'),
    csv(
      'date,gameId,homeAway,team,opp,playerId,playerName,started,outs,H,ER,BB,SO,HR,R,HBP,BF,throws,mlbamId',
      pitching,
    ),
  )
  writeFileSync(
    join(dir, 'games.csv'),
    csv(
      'date,gameId,home,away,park,startTime,tempF,windDir,windSpeedMph,homeStarterId,awayStarterId,homeStarterThrows,awayStarterThrows,gameNumber',
      schedule,
    ),
  )
}

/** Writes the same season in the columns of Retrosheet's CSV release. */
export function writeRetrosheetFixture(dir: string): void {
  mkdirSync(dir, { recursive: true })
  const day = (line: { date: string }) => line.date.replaceAll('-', '')
  const batting = bats().flatMap((line) => {
    const row = (type: string, h: number) => [
      line.game,
      line.id,
      line.club,
      line.slot,
      1,
      type,
      4,
      4,
      h > 1 ? 1 : 0,
      h,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      day(line),
      line.home ? 'h' : 'v',
      'regular',
    ]
    // Retrosheet also contains lines of other sources, which the reader must ignore.
    return [row('value', hits(line)), row('official', 9)]
  })
  const pitching = arms().map(({ line, started }) => [
    line.game,
    line.id,
    line.club,
    started ? 1 : 2,
    'value',
    started ? 18 : 9,
    24,
    5,
    0,
    0,
    0,
    1,
    1,
    1,
    0,
    6,
    0,
    0,
    0,
    0,
    0,
    started ? 1 : '',
    day(line),
    line.home ? 'h' : 'v',
    'regular',
  ])
  const info = games.map(({ game, day: dayIndex, date }) => [
    game,
    'NYA',
    'BOS',
    day({ date }),
    0,
    '7:10PM',
    'regular',
    `pbos${dayIndex % 2}`,
    `pnya${dayIndex % 2}`,
    '',
  ])
  const people = [
    ...new Map([...bats(), ...arms().map(({ line }) => line)].map((line) => [line.id, line])).values(),
  ]
  const players = people.map((line) => [
    line.id,
    line.name.split(' ').slice(1).join(' '),
    line.name.split(' ')[0] ?? '',
    'B',
    'L',
    line.club,
    ...Array.from({ length: 10 }, (_, n) =>
      (n === 0 && line.id.startsWith('p')) || (n === 7 && line.id.startsWith('b')) ? 3 : 0,
    ),
  ])
  writeFileSync(
    join(dir, '2022batting.csv'),
    csv(
      'gid,id,team,b_lp,b_seq,stattype,b_pa,b_ab,b_r,b_h,b_d,b_t,b_hr,b_rbi,b_sh,b_sf,b_hbp,b_w,b_iw,b_k,b_sb,b_cs,b_gdp,date,vishome,gametype',
      batting,
    ),
  )
  writeFileSync(
    join(dir, '2022pitching.csv'),
    csv(
      'gid,id,team,p_seq,stattype,p_ipouts,p_bfp,p_h,p_d,p_t,p_hr,p_r,p_er,p_w,p_iw,p_k,p_hbp,p_sf,p_sh,p_sb,p_cs,p_gs,date,vishome,gametype',
      pitching,
    ),
  )
  writeFileSync(
    join(dir, '2022gameinfo.csv'),
    csv('gid,visteam,hometeam,date,number,starttime,gametype,wp,lp,save', info),
  )
  writeFileSync(
    join(dir, '2022allplayers.csv'),
    csv('id,last,first,bat,throw,team,g_p,g_c,g_1b,g_2b,g_3b,g_ss,g_lf,g_cf,g_rf,g_dh', players),
  )
}
