import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROUNDS } from '../../../support/rounds.ts'
import { openPersonas, type Personas, type User } from '../persona-clients.ts'

const PICTURE = 'a'.repeat(64)
const OTHER_PICTURE = 'b'.repeat(64)

let personas: Personas
let user: User
beforeAll(async () => {
  personas = await openPersonas()
  user = await personas.createUser()
})
afterAll(() => personas?.close())

async function startRun(feature = 'quick', { cost = 0, ttl = 600, owner = user } = {}): Promise<string> {
  const { data } = await personas.admin.rpc('start_run', {
    p_user: owner.id,
    p_feature: feature,
    // A market of its own: a paid board of quick mode stays open, and its run would be returned.
    p_category: feature === 'image' ? 'Image' : `Market ${randomUUID()}`,
    p_cost: cost,
    p_key: randomUUID(),
    p_ttl_seconds: ttl,
  })
  return data.id
}
const deliver = (run: string, covers: string[], picture: string | null = null, owner = user) =>
  personas.admin.rpc('deliver_run', { p_run: run, p_user: owner.id, p_picture: picture, p_covers: covers })
const release = (run: string) => personas.admin.rpc('release_run', { p_run: run, p_reason: 'a test' })
const addRows = (run: string, p_rows: string[], ids: string[] | null = null) =>
  personas.admin.rpc('add_run_rows', { p_run: run, p_user: user.id, p_rows, ...(ids && { p_row_ids: ids }) })
async function readScope(run: string, owner = user) {
  const { data } = await personas.admin.rpc('live_run_scope', { p_run: run, p_user: owner.id })
  return data
}
async function readEntries(run: string): Promise<string[]> {
  const { data } = await personas.admin.from('credit_ledger').select('reason').eq('run_id', run).order('id')
  return (data ?? []).map(({ reason }) => reason)
}

describe('C2 a delivery', () => {
  it('captures the hold once and records the players of all deliveries', async () => {
    const run = await startRun()
    expect(await readScope(run)).toMatchObject({ state: 'held', picture: null, covers: [], additions: [] })
    expect((await deliver(run, ['a', 'b'])).data).toBe('captured')
    expect((await deliver(run, ['b', 'c'])).data).toBe('repeated')
    const { state, covers } = await readScope(run)
    expect([state, covers.toSorted()]).toEqual(['captured', ['a', 'b', 'c']])
    expect(await readEntries(run)).toEqual(['hold', 'capture'])
    expect((await release(run)).data).toBe(false)
  })

  it('is refused for a released or expired run, and for the run of another user', async () => {
    const released = await startRun()
    await release(released)
    expect((await deliver(released, ['a'])).data).toBeNull()
    expect(await readScope(released)).toBeNull()

    const expired = await startRun('quick', { ttl: 1 })
    await expect.poll(() => readScope(expired), { timeout: 5_000, interval: 100 }).toBeNull()
    expect((await deliver(expired, ['a'])).data).toBeNull()

    const other = await personas.createUser()
    const run = await startRun()
    expect((await deliver(run, ['a'], null, other)).data).toBeNull()
    expect(await readScope(run, other)).toBeNull()
    expect(await readEntries(run)).toEqual(['hold'])
  })

  it('is refused for a parlay, for lines of a picture run and for a picture of a run of lines', async () => {
    for (const [feature, picture] of [
      ['parlay', null],
      ['parlay', PICTURE],
      ['image', null],
      ['quick', PICTURE],
      ['ai', PICTURE],
    ] as const) {
      const run = await startRun(feature)
      expect((await deliver(run, ['a'], picture)).status).toBe(400)
      expect(await readEntries(run)).toEqual(['hold'])
    }
  })

  it('has one picture: the same one again is free, another one is refused', async () => {
    const run = await startRun('image', { cost: 1 })
    expect((await deliver(run, ['a'], PICTURE)).data).toBe('captured')
    expect((await deliver(run, ['a'], PICTURE)).data).toBe('repeated')
    const { error, status } = await deliver(run, ['b'], OTHER_PICTURE)
    expect([status, error?.message]).toEqual([
      409,
      'This run has read its picture. Another picture needs another run.',
    ])
    expect(await readScope(run)).toMatchObject({ picture: PICTURE, covers: ['a'] })
    expect(await readEntries(run)).toEqual(['hold', 'capture'])
  })

  it('without anything covered is refused and captures nothing', async () => {
    const run = await startRun()
    expect((await deliver(run, [])).error).not.toBeNull()
    expect(await readEntries(run)).toEqual(['hold'])
  })

  it('is deleted by the sweeper when its run has expired', async () => {
    const run = await startRun('quick', { ttl: 1 })
    await deliver(run, ['a'])
    const live = await startRun()
    await deliver(live, ['a'])
    await expect.poll(() => readScope(run), { timeout: 5_000, interval: 100 }).toBeNull()
    await personas.admin.rpc('sweep_runs')
    const { data } = await personas.admin.from('run_deliveries').select('run_id').in('run_id', [run, live])
    expect(data).toEqual([{ run_id: live }])
    expect(await readEntries(run)).toEqual(['hold', 'capture'])
  })
})

describe('C2 corrected rows of a picture', () => {
  it('are limited to half of its rows, and to five of a small picture', async () => {
    const names = (count: number, prefix: string) =>
      Array.from({ length: count }, (_, at) => `${prefix}${at}`)
    for (const [rows, limit] of [
      [1, 5],
      [10, 5],
      [21, 11],
    ] as const) {
      const run = await startRun('image')
      await deliver(run, names(rows, 'read'), PICTURE)
      expect((await addRows(run, names(limit + 1, 'new'))).data).toBe(false)
      expect((await readScope(run)).additions).toEqual([])
      expect((await addRows(run, names(limit, 'new'))).data).toBe(true)
      expect((await addRows(run, [...names(limit, 'new'), 'read0'])).data).toBe(true)
      expect((await addRows(run, ['one more'])).data).toBe(false)
      expect((await readScope(run)).additions).toHaveLength(limit)
    }
  })

  it('do not include the first market of a row that was read without one', async () => {
    const rows = (market: string) => Array.from({ length: 20 }, (_, at) => JSON.stringify([`p${at}`, market]))
    const run = await startRun('image')
    await deliver(run, rows(''), PICTURE)
    expect((await addRows(run, rows('Hits'))).data).toBe(true)
    expect((await addRows(run, rows('Runs').slice(0, 11))).data).toBe(false)
    expect((await addRows(run, rows('Runs').slice(0, 10))).data).toBe(true)
    // Reading the same picture again does not allow a second market.
    await deliver(run, rows(''), PICTURE)
    expect((await addRows(run, rows('Runs').slice(10, 11))).data).toBe(false)
    expect((await readScope(run)).additions).toHaveLength(30)
  })

  it('count once per row when a row is corrected up to three times', async () => {
    const run = await startRun('image')
    await deliver(run, ['read'], PICTURE)
    const ids = ['r1', 'r2', 'r3', 'r4', 'r5']
    for (const step of ['name', 'market', 'again'])
      for (const id of ids) expect((await addRows(run, [`${id} ${step}`], [id])).data).toBe(true)
    // A known correction is no new one, whatever row it names.
    expect((await addRows(run, ['r1 name'], ['another'])).data).toBe(true)
    expect((await addRows(run, ['r1 fourth'], ['r1'])).data).toBe(false)
    expect((await addRows(run, ['r6 name'], ['r6'])).data).toBe(false)
    expect((await readScope(run)).additions).toHaveLength(15)
  })

  it('are refused for a run of lines and for a run without a picture', async () => {
    const lines = await startRun()
    await deliver(lines, ['a'])
    const unread = await startRun('image')
    for (const run of [lines, unread, randomUUID()]) expect((await addRows(run, ['a'])).data).toBe(false)
  })

  it('are limited for parallel requests, too', async () => {
    const run = await startRun('image')
    await deliver(run, ['a'], PICTURE)
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => addRows(run, [`new ${at}`])))
    expect(answers.filter(({ data }) => data === true)).toHaveLength(5)
    expect((await readScope(run)).additions).toHaveLength(5)
  })
})

describe(`C2 in ${ROUNDS} races of deliveries, releases and sweeps`, () => {
  it('a run is captured if and only if a delivery was allowed', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const run = await startRun()
      const [first, released, second] = await Promise.all([
        deliver(run, ['a']),
        release(run),
        deliver(run, ['b']),
        personas.admin.rpc('sweep_runs'),
      ])
      const allowed = [first.data, second.data].filter((answer) => answer !== null)
      expect(released.data).toBe(allowed.length === 0)
      expect(await readEntries(run)).toEqual(['hold', allowed.length > 0 ? 'capture' : 'release'])
      if (allowed.length > 0) {
        expect(allowed.toSorted()).toEqual(['captured', 'repeated'])
        expect((await readScope(run)).covers.toSorted()).toEqual(['a', 'b'])
      }
    }
  })

  it('one of two pictures of a run is delivered', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const run = await startRun('image')
      const answers = await Promise.all([deliver(run, ['a'], PICTURE), deliver(run, ['b'], OTHER_PICTURE)])
      expect(answers.map(({ data, status }) => data ?? status).toSorted()).toEqual([409, 'captured'])
      expect(await readEntries(run)).toEqual(['hold', 'capture'])
    }
  })
})
