import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type League, startLeague } from '../index.ts'

const cacheDir = mkdtempSync(join(tmpdir(), 'propsight-board-'))
let wall = Date.parse('2026-07-17T14:00:00Z')
const clock = parseLeagueClock('real', () => new Date(wall))
let league: League

beforeAll(async () => {
  league = await startLeague({ mode: 'sample', clock, cacheDir })
})
afterAll(async () => {
  await league.close()
  rmSync(cacheDir, { recursive: true })
})

const reference = z.object({ data: z.object({ type: z.string(), id: z.string() }).nullable() })
const boardSchema = z.object({
  data: z.array(
    z.object({
      type: z.literal('projection'),
      id: z.string(),
      attributes: z.object({
        stat_type: z.string(),
        line_score: z.number(),
        odds_type: z.enum(['standard', 'goblin', 'demon']),
        start_time: z.iso.datetime({ offset: true }),
        is_promo: z.boolean(),
        flash_sale_line_score: z.number().nullable(),
        description: z.string(),
        game_id: z.string(),
      }),
      relationships: z.object({ new_player: reference }),
    }),
  ),
  included: z.array(
    z.object({ type: z.string(), id: z.string(), attributes: z.record(z.string(), z.unknown()) }),
  ),
  meta: z.object({ current_page: z.number(), total_pages: z.number() }),
})
const board = async (query: string) =>
  boardSchema.parse(await (await fetch(`${league.url}/projections?${query}`)).json())

describe('board of the lines service', () => {
  it('gives every line a player, an opponent and an Eastern start time', async () => {
    const { data, included, meta } = await board('league_id=2&per_page=10000&single_stat=true&state_code=CA')
    expect(meta).toEqual({ current_page: 1, total_pages: 1 })
    expect(data.length).toBeGreaterThan(1000)
    expect(new Set(data.map(({ id }) => id)).size).toBe(data.length)
    const players = new Map(
      included.filter(({ type }) => type === 'new_player').map(({ id, attributes }) => [id, attributes]),
    )
    for (const { attributes, relationships } of data) {
      const player = players.get(relationships.new_player.data?.id ?? '')
      expect(player).toMatchObject({ league: 'MLB', name: expect.any(String), team: expect.any(String) })
      expect(attributes.description).toMatch(/^[A-Z]{2,3}(\/[A-Z]{2,3})?$/)
      expect(attributes.start_time).toMatch(/-04:00$/)
      if (player?.combo) expect(String(player.name)).toContain(' + ')
    }
    expect(data.filter(({ attributes }) => attributes.is_promo)).toHaveLength(1)
    expect(
      data.some(({ relationships }) => players.get(relationships.new_player.data?.id ?? '')?.combo),
    ).toBe(true)
  })

  it('returns pages, is empty for other leagues, and refuses in JSON:API format', async () => {
    const first = await board('league_id=2&per_page=100')
    const second = await board('league_id=2&per_page=100&page=2')
    expect(first.data).toHaveLength(100)
    expect(first.meta.total_pages).toBeGreaterThan(5)
    expect(second.data[0]?.id).not.toBe(first.data[0]?.id)
    expect((await board('league_id=8')).data).toEqual([])
    const refused = await fetch(`${league.url}/projections?per_page=none`)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ errors: [{ source: { parameter: 'per_page' } }] })
    league.testHooks.fail('/projections', 403)
    expect((await fetch(`${league.url}/projections`)).status).toBe(403)
  })

  it('is read from the cache folder, and not written again, when a second league starts on the same day', async () => {
    const files = () => readdirSync(cacheDir).map((name) => [name, statSync(join(cacheDir, name)).mtimeMs])
    const before = files()
    expect(before).toHaveLength(1)
    const again = await startLeague({ mode: 'sample', clock, cacheDir })
    await again.close()
    expect(files()).toEqual(before)
  })

  it('advances when its clock reaches another day, and keeps two cache files', async () => {
    const today = (await fetch(`${league.url}/api/v1/schedule?sportId=1`)).json()
    expect(await today).toMatchObject({ dates: [{ date: '2026-07-17' }] })
    const old = join(cacheDir, 'sample-old.league')
    writeFileSync(old, '')
    utimesSync(old, 0, 0)
    wall += 86_400_000
    const next = (await fetch(`${league.url}/api/v1/schedule?sportId=1`)).json()
    expect(await next).toMatchObject({ dates: [{ date: '2026-07-18' }] })
    const files = readdirSync(cacheDir).filter((file) => file.endsWith('.league'))
    expect(files).toHaveLength(2)
    expect(files).not.toContain('sample-old.league')
  }, 60_000)
})
