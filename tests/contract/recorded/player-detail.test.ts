import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  type StatLine,
  statLineSchema,
  statsAnswerSchema,
  statsHydratedPeopleSchema,
} from '@propsight/shared/contracts/statsapi'
import { describe, expect, it } from 'vitest'
import { hittingAverages } from '../../../api/src/services/player-detail/hitting-averages.ts'
import { pitchingAverages, starterSeason } from '../../../api/src/services/player-detail/pitching-averages.ts'

const folder = join(import.meta.dirname, '../../../../shared/recorded/mlb')
const present = existsSync(folder)

/** Every split of a season, of a situation or of a career that was recorded, of one group. */
function linesOf(group: string): StatLine[] {
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
/** A line as of a service that writes no rates. */
const bare = (line: StatLine): StatLine =>
  Object.fromEntries(
    Object.entries(line).filter(([name, value]) => typeof value === 'number' || name === 'inningsPitched'),
  )

describe.skipIf(!present)('N12 averages of recorded splits', () => {
  const hitting = present ? linesOf('hitting') : []
  const pitching = present ? linesOf('pitching') : []

  it('are as the league writes them', () => {
    const rows = hitting.flatMap((line) => {
      const row = hittingAverages(line)
      return row ? [{ line, row }] : []
    })
    expect(rows.length).toBeGreaterThan(300)
    for (const { line, row } of rows) expect(line).toMatchObject(row)
    const arms = pitching.flatMap((line) => pitchingAverages(line) ?? [])
    expect(arms.length).toBeGreaterThan(100)
  })

  it('come out the same from the counts; some OPS were recorded with another last digit', () => {
    let told = 0
    for (const line of hitting) {
      const row = hittingAverages(bare(line))
      if (!row) continue
      for (const rate of ['avg', 'obp', 'slg'] as const)
        expect(row[rate], JSON.stringify(line)).toBe(line[rate])
      expect(Math.abs(Number(row.ops) - Number(line.ops))).toBeLessThanOrEqual(0.001 + 1e-9)
      told += 1
    }
    expect(told).toBeGreaterThan(300)
  })

  it('of pitchers come out the same from the counts', () => {
    let told = 0
    for (const line of pitching) {
      const [row, season] = [pitchingAverages(bare(line)), starterSeason(bare(line))]
      for (const rate of ['era', 'whip', 'avg'] as const)
        if (row && line[rate] !== undefined) expect(row[rate], JSON.stringify(line)).toBe(line[rate])
      if (!season) continue
      told += 1
      expect(season).toMatchObject({ era: line.era, wins: line.wins, losses: line.losses })
      if (line.strikeoutsPer9Inn !== undefined) expect(season.strikeOutsPer9).toBe(line.strikeoutsPer9Inn)
      if (line.hitsPer9Inn !== undefined) expect(season.hitsPer9).toBe(line.hitsPer9Inn)
    }
    expect(told).toBeGreaterThan(30)
  })
})
