import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parseBoard } from '@propsight/api/testing'
import {
  isCalledOff,
  seasonTotal,
  statsAnswerSchema,
  statsHydratedPeopleSchema,
  statsScheduleSchema,
} from '@propsight/api/wire-formats'
import { describe, expect, it } from 'vitest'
import { RECORDED, SHAPES } from './shapes.ts'

const folder = join(import.meta.dirname, '../../../../shared/recorded')
const present = existsSync(folder)
const files = present
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.json(\.gz)?$/.test(file))
      .sort()
  : []
const read = (file: string): unknown => {
  const raw = readFileSync(join(folder, file))
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8'))
}
const shapeOf = (file: string) => RECORDED.find(([pattern]) => pattern.test(file))?.[1]

describe.skipIf(!present)(`recorded answers${present ? '' : ' (skipped: no recordings present)'}`, () => {
  it.each(files)('are accepted by their schema: %s', (file) => {
    const shape = shapeOf(file)
    expect(shape, 'a recording without a schema').toBeDefined()
    if (!shape) return
    const result = SHAPES[shape].safeParse(read(file))
    expect(result.success, result.error?.message).toBe(true)
  })
  it('cover every schema except those of odds, a standalone box score and a forecast error', () => {
    const recorded = new Set(files.map(shapeOf))
    const missing = Object.keys(SHAPES).filter((shape) => !recorded.has(shape as keyof typeof SHAPES))
    expect(missing.filter((shape) => !/odds/i.test(shape))).toEqual(['boxscore', 'openMeteoError'])
  })
  it('mark postponed games although their state is Final', () => {
    for (const [file, postponed] of [
      ['mlb/schedule_2018-09-27_postponed_DR.json', 1],
      ['mlb/schedule_2022-04-07_postponed_DI.json', 2],
    ] as const) {
      const games = statsScheduleSchema.parse(read(file)).dates.flatMap((day) => day.games)
      const calledOff = games.filter(isCalledOff)
      expect(calledOff.length, file).toBe(postponed)
      expect(calledOff.every(({ status }) => status.abstractGameState === 'Final')).toBe(true)
    }
  })
  it('give the total line as the season of a traded player', () => {
    const body = read('mlb/person_665742_hydrate_stats_season_hitting_2022_traded.json')
    const [person] = statsHydratedPeopleSchema.parse(body).people
    const total = seasonTotal(person?.stats?.[0]?.splits ?? [])
    expect(total?.stat).toMatchObject({ gamesPlayed: 140, hits: 115 })
  })
  it('hold no stats for an incomplete query', () => {
    expect(
      statsAnswerSchema.parse(read('mlb/team_133_stats_statSplits_no_sitCodes_empty.json')).stats,
    ).toEqual([])
  })
  it('of the book on June 10, 2024 become a board without skipped lines', async () => {
    const body = SHAPES.board.parse(read('prizepicks/all_leagues_2024-06-10.json.gz'))
    const board = await parseBoard(body.data, body.included, 'MLB')
    expect(board.skipped).toBe(0)
    expect(board.lines).toHaveLength(1_232)
    expect(board.lines.filter(({ combo }) => combo).every(({ name }) => name.includes(' + '))).toBe(true)
    expect(board.lines.filter(({ statType }) => statType === 'Pitcher Strikeouts')).toHaveLength(48)
  })
})
