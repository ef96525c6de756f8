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

describe('telemetry of a remote', () => {
  const error = (name: string, change: object = {}) => ({
    name,
    version: '1.0.0',
    shell: '2.0.0',
    fingerprint: randomUUID().replaceAll('-', '').slice(0, 16),
    kind: 'error',
    error: 'TypeError',
    message: 'x is undefined',
    frames: [`${name}/1.0.0/a.js:1:2`],
    route: '/',
    count: 1,
    ...change,
  })
  const record = async (rows: object[], most = 10, events = 2) => {
    const parameters = { p_rows: rows, p_max: most, p_events: events }
    expect((await personas.admin.rpc('record_remote_errors', parameters)).error).toBeNull()
  }
  const read = async (name: string) =>
    (await personas.admin.rpc('remote_telemetry', { p_name: name, p_days: 7 })).data
  const announced = async (name: string) => {
    const events = personas.admin.from('remote_events').select('message').eq('name', name)
    return (await events.eq('action', 'new-error').order('id')).data
  }

  it('adds an error up by kind, release and shell, and announces a kind once in all releases', async () => {
    const { name } = await startCanary()
    const first = error(name, { count: 3 })
    await record([first, error('unknown-remote'), error(name, { version: '9.9.9' })])
    await record([{ ...first, count: 4 }])
    await record([{ ...first, version: '1.1.0', shell: '2.1.0', count: 1 }])
    const { errors } = await read(name)
    expect(
      errors.map(({ version, shell, count }: Record<string, unknown>) => [version, shell, count]),
    ).toEqual([
      ['1.1.0', '2.1.0', 1],
      ['1.0.0', '2.0.0', 7],
    ])
    expect(await announced(name)).toEqual([{ message: 'TypeError: x is undefined' }])
  })

  it('keeps the most frequent and newest kinds of errors of a remote, and announces few an hour', async () => {
    const { name } = await startCanary()
    const frequent = error(name, { count: 50 })
    await record([frequent])
    for (let number = 0; number < 12; number += 1) await record([error(name, { message: `m${number}` })], 3)
    const { errors } = await read(name)
    expect(errors).toHaveLength(3)
    expect(errors.map(({ message }: { message: string }) => message)).toEqual([
      'm11',
      'm10',
      'x is undefined',
    ])
    expect(await announced(name)).toHaveLength(2)
  })

  it('counts a load once, with its shell and the web vitals of a later report of the same reporter', async () => {
    const { name, load, record: recordLoads } = await startCanary()
    const known = load({ outcome: 'ok', shell: '2.0.0' })
    await recordLoads([known, known])
    await recordLoads([{ ...known, lcpMs: 900, inpMs: 40, cls: 0.05 }])
    await recordLoads([{ ...known, reporter: 'address:other', lcpMs: 1, inpMs: 1, cls: 1 }])
    const { loads } = await read(name)
    expect(loads).toMatchObject([
      { version: '1.1.0', shell: '2.0.0', ok: 1, failed: 0, screens: 1, lcpMs: 900, inpMs: 40, cls: 0.05 },
    ])
  })

  it('is deleted by age, with its announcements', async () => {
    const { name } = await startCanary()
    await record([error(name)])
    await personas.admin.rpc('forget_loads', { p_days: 1 })
    expect((await read(name)).errors).toHaveLength(1)
    await personas.admin.rpc('forget_loads', { p_days: 0 })
    expect((await read(name)).errors).toEqual([])
    expect(await announced(name)).toEqual([])
  })
})

describe('a webhook of a remote', () => {
  const rpc = async (fn: string, parameters: object) => {
    const { data, error } = await personas.admin.rpc(fn, parameters)
    if (error) throw new Error(error.message)
    return data
  }
  const claim = (leaseSeconds = 60) => rpc('claim_webhook', { p_lease_seconds: leaseSeconds })
  const settle = (
    { id, attempt, event }: { id: string; attempt: number; event: { id: number } },
    error?: string,
  ) => rpc('settle_webhook', { p_id: id, p_attempt: attempt, p_event: event.id, p_error: error ?? null })

  it('receives each event after it was set, in order and once, and again after a failure', async () => {
    const { name, halt, canary } = await startCanary()
    await halt()
    await rpc('set_remote_webhook', { p_name: name, p_url: 'https://example.com/secret', p_actor: 'suite' })
    expect(await claim()).toBeNull()
    for (const version of ['1.2.0', '1.3.0']) {
      await canary(version)
      await halt()
    }
    const claims = await Promise.all([claim(), claim(), claim()])
    const [first, ...others] = claims.filter((each) => each !== null)
    expect(others).toEqual([])
    expect(first).toMatchObject({ name, url: 'https://example.com/secret', attempt: 1 })
    expect(first.event).toMatchObject({ action: 'halt', version: '1.2.0' })
    await settle(first, 'the address answered 500')
    expect(await claim()).toBeNull()
    expect(await rpc('remote_webhook', { p_name: name })).toMatchObject({
      isWaiting: true,
      lastError: 'the address answered 500',
    })
    await settle(first)
    const second = await claim()
    expect(second.event).toMatchObject({ version: '1.3.0' })
    await settle(second)
    await settle(first, 'late')
    expect(await rpc('remote_webhook', { p_name: name })).toMatchObject({ isWaiting: false, lastError: null })
    await rpc('set_remote_webhook', { p_name: name, p_url: null, p_actor: 'suite' })
    expect(await rpc('remote_webhook', { p_name: name })).toBeNull()
    const { data } = await personas.admin.from('remote_events').select('message').eq('name', name)
    expect(JSON.stringify(data)).not.toContain('secret')
  })
})
