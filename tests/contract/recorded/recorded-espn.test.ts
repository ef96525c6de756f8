import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parseBoard } from '@propsight/api/testing'
import {
  espnInjuriesSchema,
  espnRosterSchema,
  espnScoreboardSchema,
  espnSummarySchema,
  NBA,
  NFL,
  projectionsBodySchema,
  readBox,
} from '@propsight/api/wire-formats'
import { describe, expect, it } from 'vitest'

const shared = join(import.meta.dirname, '../../../../shared')
const present = existsSync(join(shared, 'recorded-sports'))
function read(file: string): unknown {
  const bytes = readFileSync(join(shared, file))
  return JSON.parse(String(file.endsWith('.gz') ? gunzipSync(bytes) : bytes))
}
const ESPN = 'recorded-sports/espn'
const codesOf = ({ clubCode }: typeof NBA, file: string) =>
  espnScoreboardSchema
    .parse(read(file))
    .events.map(({ competitions: [game] }) =>
      game?.competitors.map(({ team }) => clubCode(team.abbreviation)),
    )

describe.skipIf(!present)(`recorded basketball${present ? '' : ' (skipped: no recordings present)'}`, () => {
  it('schedules are read, and the teams of an All-Star Game are no clubs', () => {
    expect(codesOf(NBA, `${ESPN}/nba_scoreboard_2026-10-20_scheduled.json`)).toEqual([['DET', 'BOS']])
    expect(codesOf(NBA, `${ESPN}/wnba_scoreboard.json`).length).toBeGreaterThan(1)
    expect(codesOf(NBA, `${ESPN}/wnba_scoreboard_allstar.json`)).toEqual([[null, null]])
  })

  it('box scores are read line by line, without those who did not play', () => {
    const { lines, unreadable } = readBox(NBA, espnSummarySchema.parse(read(`${ESPN}/wnba_summary.json`)))
    expect(unreadable).toEqual([])
    expect(lines.find(({ playerId }) => playerId === '1068')).toMatchObject({
      name: 'Nneka Ogwumike',
      position: 'F',
      started: true,
      counts: {
        minutes: 35,
        ...{ points: 15, rebounds: 7, assists: 4, turnovers: 1, steals: 1, blocks: 0, offensiveRebounds: 1 },
        ...{ twosMade: 7, twosAttempted: 12, threesMade: 0, threesAttempted: 1 },
        ...{ freeThrowsMade: 1, freeThrowsAttempted: 1 },
      },
    })
    expect(lines.some(({ playerId }) => playerId === '3917453')).toBe(false)
    for (const { name, counts } of lines) {
      const { twosMade, threesMade, freeThrowsMade, points } = counts
      expect(2 * (twosMade ?? 0) + 3 * (threesMade ?? 0) + (freeThrowsMade ?? 0), name).toBe(points)
    }
  })

  it('reports of injuries are all read', () => {
    const { injuries } = espnInjuriesSchema.parse(read(`${ESPN}/wnba_injuries.json`))
    const reports = injuries.flatMap((club) => club.injuries)
    expect(reports[0]).toMatchObject({ personId: 4597509, status: 'Out', part: 'Knee' })
    expect(reports[0]).toMatchObject({ name: 'Aaliyah Nye', position: 'G', at: '2026-07-08T20:48Z' })
    expect(reports.every(({ personId }) => personId > 0)).toBe(true)
    expect(injuries[0]?.displayName).toBe('Atlanta Dream')
  })

  it.each([
    'nba_league7_2024-11-15_goblin_demon_combo',
    'nba_league7_2023-12_promo_flash_sale',
    'nba_league7_2023-02-16_no_odds_type',
  ])('lines of %s become a board without skipped ones', async (file) => {
    const body = projectionsBodySchema.parse(read(`recorded/prizepicks/${file}.json`))
    const { lines, suspended, skipped } = await parseBoard(body.data, body.included, 'NBA')
    expect(skipped).toBe(0)
    expect(lines.length + suspended.length).toBe(body.data.length)
    expect(lines.length).toBeGreaterThan(100)
    expect(lines.filter(({ combo }) => !combo).every(({ team }) => NBA.clubCode(team) === team)).toBe(true)
  })
})

describe.skipIf(!present)(`recorded football${present ? '' : ' (skipped: no recordings present)'}`, () => {
  const WEEK = 'recorded/espn/nfl_scoreboard_2025_week8.json.gz'

  it('a week is read with the clubs and the prices of its games', () => {
    const codes = codesOf(NFL, WEEK).flat()
    expect(codes).toHaveLength(26)
    expect(codes.every((code) => code !== null)).toBe(true)
    const { events } = espnScoreboardSchema.parse(read(WEEK))
    const [game] = events[0]?.competitions ?? []
    expect(game?.odds?.[0]).toEqual({ spread: -6.5, overUnder: 44.5 })
    expect(events.filter(({ competitions: [each] }) => each?.odds?.[0] !== undefined)).toHaveLength(12)
  })

  it('a roster gives every player of all units a position', () => {
    const { athletes } = espnRosterSchema.parse(read(`${ESPN}/nfl_roster_eagles_2025-10.json.gz`))
    const members = athletes.flatMap(({ items }) => items)
    expect(members).toHaveLength(81)
    expect(members.find(({ id }) => id === 3929630)?.position.abbreviation).toBe('RB')
  })
})
