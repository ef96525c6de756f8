import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { hittingAverages, pitchingAverages, starterSeason } from '@propsight/api/testing'
import {
  type StatLine,
  statLineSchema,
  statsAnswerSchema,
  statsHydratedPeopleSchema,
} from '@propsight/api/wire-formats'
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
