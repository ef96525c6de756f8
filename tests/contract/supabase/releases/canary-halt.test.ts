import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas } from '../persona-clients.ts'
import { createRemoteCalls } from './remote-releases.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

/** A remote with a canary for all users, and load reports of browsers. */
async function startCanary() {
  const remote = createRemoteCalls(personas.admin)
  const { name, publish, canary, row } = remote
  await publish('1.0.0')
  await canary('1.1.0', 100)
  const load = (change: object = {}) => ({
    ticket: randomUUID(),
    name,
    version: '1.1.0',
    outcome: 'failed',
    reporter: `user:${randomUUID()}`,
    ms: 9,
    ...change,
  })
  /** Records load reports. @returns the remotes whose canary this halted */
  const record = async (rows: object[], minFailing = 3, maxRate = 0.2): Promise<string[]> => {
    const { data, error } = await personas.admin.rpc('record_loads', {
      p_rows: rows,
      p_min_failing: minFailing,
      p_max_rate: maxRate,
    })
    if (error) throw new Error(error.message)
    return data
  }
  const loads = (count: number, change: object = {}) => Array.from({ length: count }, () => load(change))
  return { ...remote, load, loads, record, readCanaryVersion: async () => (await row()).canary?.version }
}

describe('F4 a canary', () => {
  it('is halted at the configured share of failing users and not earlier', async () => {
    const { name, loads, record, readCanaryVersion, row } = await startCanary()
    await record(loads(13, { outcome: 'ok' }))
    expect(await record(loads(3))).toEqual([])
    expect(await readCanaryVersion()).toBe('1.1.0')
    // Four of seventeen.
    expect(await record(loads(1))).toEqual([name])
    expect((await row()).halted).toMatchObject({
      version: '1.1.0',
      reason: expect.stringContaining('4 of the 17 users'),
    })
    expect(await record(loads(9))).toEqual([])
  })

  it('is halted only by enough users, each counted once, and never by IP addresses', async () => {
    const { load, loads, record, readCanaryVersion } = await startCanary()
    const reporter = `user:${randomUUID()}`
    await record([...loads(50, { reporter: reporter }), ...loads(1)])
    await record(Array.from({ length: 50 }, (_, host) => load({ reporter: `address:${host}` })))
    expect(await readCanaryVersion()).toBe('1.1.0')
  })

  it('is halted once by concurrent reports', async () => {
    const { name, load, record, readCanaryVersion } = await startCanary()
    const halted = await Promise.all(Array.from({ length: 3 }, () => record([load()])))
    expect(halted.flat()).toEqual([name])
    expect(await readCanaryVersion()).toBeUndefined()
    const { data } = await personas.admin.from('remote_events').select('action').eq('name', name)
    expect(data?.filter(({ action }) => action === 'auto-halt')).toHaveLength(1)
  })

  it('is halted only by reports on the current rollout of its release', async () => {
    const { loads, record, canary, halt, readCanaryVersion, row } = await startCanary()
    const { generation } = await row()
    await record(loads(2, { generation }))
    await halt()
    await canary('1.1.0', 100)
    expect(await record(loads(5, { generation }))).toEqual([])
    expect(await record(loads(2, { generation: generation + 2 }))).toEqual([])
    expect(await readCanaryVersion()).toBe('1.1.0')
    expect(await record(loads(1, { generation: generation + 2 }))).toHaveLength(1)
  })

  it('and the live release stay when the live release fails', async () => {
    const { name, loads, record, row } = await startCanary()
    expect(await record(loads(20, { version: '1.0.0' }))).toEqual([])
    expect(await row()).toMatchObject({ live: '1.0.0', canary: { version: '1.1.0' } })
    const { data } = await personas.admin.rpc('release_history', { p_name: name, p_limit: 9 })
    const liveRelease = data.releases.find(({ version }: { version: string }) => version === '1.0.0')
    expect(liveRelease.loads).toMatchObject({ ok: 0, failed: 20, failing: 20, failureRate: 1 })
  })
})
