import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  createLog,
  createUpstream,
  hittingAverages,
  pitchingAverages,
  playerDetail,
  starterSeason,
} from '@propsight/api/testing'
import {
  type StatLine,
  statLineSchema,
  statsAnswerSchema,
  statsHydratedPeopleSchema,
} from '@propsight/api/wire-formats'
import { startLeague } from '@propsight/league'
import { playerDetailResponse } from '@propsight/shared/contracts'
import { listStatNames, parseLeagueClock } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../../../shared/recorded/mlb')
const present = existsSync(folder)

/** Every recorded split of a group: of a season, a situation or a career. */
function readLines(group: string): StatLine[] {
  const files = readdirSync(folder).filter((file) => /^(people|person)_.*(hydrate|stats_season)/.test(file))
  return files.flatMap((file) => {
    const raw = readFileSync(join(folder, file))
    const body: unknown = JSON.parse((file.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8'))
    const people = statsHydratedPeopleSchema.safeParse(body).data?.people ?? []
    const blocks = statsAnswerSchema.safeParse(body).data?.stats ?? people.flatMap(({ stats }) => stats ?? [])
    return blocks
      .filter((block) => block.group?.displayName === group)
      .flatMap(({ splits }) => splits)
      .map(({ stat }) => statLineSchema.parse(stat ?? {}))
  })
}
/** A stat line without rates, as some upstreams send it. */
const bare = (line: StatLine): StatLine =>
  Object.fromEntries(
    Object.entries(line).filter(([name, value]) => typeof value === 'number' || name === 'inningsPitched'),
  )

describe.skipIf(!present)('N12 averages of recorded splits', () => {
  const hitting = present ? readLines('hitting') : []
  const pitching = present ? readLines('pitching') : []

  it('equal the rates that the league sends', () => {
    const rows = hitting.flatMap((line) => {
      const row = hittingAverages(line)
      return row ? [{ line, row }] : []
    })
    expect(rows.length).toBeGreaterThan(300)
    for (const { line, row } of rows) expect(line).toMatchObject(row)
    const pitchingRows = pitching.flatMap((line) => pitchingAverages(line) ?? [])
    expect(pitchingRows.length).toBeGreaterThan(100)
  })

  it('of batters equal the rates of the league when computed from counts, with OPS within 0.001', () => {
    let checked = 0
    for (const line of hitting) {
      const row = hittingAverages(bare(line))
      if (!row) continue
      for (const rate of ['avg', 'obp', 'slg'] as const)
        expect(row[rate], JSON.stringify(line)).toBe(line[rate])
      expect(Math.abs(Number(row.ops) - Number(line.ops))).toBeLessThanOrEqual(0.001 + 1e-9)
      checked += 1
    }
    expect(checked).toBeGreaterThan(300)
  })

  it('of pitchers equal the rates of the league when computed from counts', () => {
    let checked = 0
    for (const line of pitching) {
      const row = pitchingAverages(bare(line))
      const season = starterSeason(bare(line))
      for (const rate of ['era', 'whip', 'avg'] as const)
        if (row && line[rate] !== undefined) expect(row[rate], JSON.stringify(line)).toBe(line[rate])
      if (!season) continue
      checked += 1
      expect(season).toMatchObject({ wins: line.wins ?? null, losses: line.losses ?? null })
      if (line.era !== undefined) expect(season.era).toBe(line.era)
      if (line.strikeoutsPer9Inn !== undefined) expect(season.strikeOutsPer9).toBe(line.strikeoutsPer9Inn)
      if (line.hitsPer9Inn !== undefined) expect(season.hitsPer9).toBe(line.hitsPer9Inn)
    }
    expect(checked).toBeGreaterThan(30)
  })
})

const seasonFolder = join(import.meta.dirname, '../../../../shared/season-2019')

describe.skipIf(!existsSync(seasonFolder))('N12 the detail of a batter in a replayed season', () => {
  it('shows the data of the source and a reason for each missing part', async () => {
    const date = '2019-07-15'
    const clock = parseLeagueClock(`frozen:${date}T13:00:00Z`)
    const log = createLog('silent')
    const league = await startLeague({ mode: 'replay', clock, replay: { dir: seasonFolder, date } })
    const upstream = createUpstream({ statsUrl: league.url, linesUrl: league.url, redis: null, log })
    try {
      const detail = playerDetailResponse.parse(
        await playerDetail(
          { upstream, clock, log },
          { player: { name: 'Mike Trout', team: 'LAA', group: 'hitting' } },
        ),
      )
      expect(detail.hitting?.season).toMatchObject({ atBats: 311, hits: 95, homeRuns: 30, avg: '.305' })
      expect(detail.opposingPitcher).toMatchObject({ name: 'Josh James', handedness: 'R', wins: null })
      expect(detail.missing).toEqual({
        vsPitcher: 'This source has no batter-pitcher history.',
        splits: 'The league has no split by left and right here.',
      })
      expect(Object.keys(detail.starterHands)).toHaveLength(90)
      expect(detail.why).toHaveLength(listStatNames('hitting').length)
      const notes = detail.why[0]?.steps.map(({ note }) => note) ?? []
      expect(notes).toContain('this season, 402 plate appearances in 90 games')
      expect(notes.some((note) => note?.startsWith('Josh James, right-hander, ERA '))).toBe(true)
    } finally {
      await upstream.close()
      await league.close()
    }
  }, 60_000)
})
