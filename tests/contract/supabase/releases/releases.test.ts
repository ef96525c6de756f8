import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas } from '../persona-clients.ts'
import { createRemoteCalls } from './remote-releases.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())
const remote = () => createRemoteCalls(personas.admin)

describe('releases', () => {
  it('go live one at a time, and an earlier one can go live again', async () => {
    const { publish, row, document } = remote()
    expect((await publish('1.0.0')).rollout).toMatchObject({ live: '1.0.0', previous: null, generation: 1 })
    const second = await publish('1.1.0', {}, { placement: null })
    expect(second.rollout).toMatchObject({ live: '1.1.0', previous: '1.0.0', generation: 2 })
    expect((await row()).releases).toContainEqual(document('1.1.0', { placement: null }))
    expect((await publish('1.0.0')).rollout).toMatchObject({ live: '1.0.0', previous: '1.1.0' })
    expect((await row()).releases).toEqual(
      expect.arrayContaining([document('1.0.0'), document('1.1.0', { placement: null })]),
    )
  })

  it.each([
    ['size', { size: 1 }],
    ['shared list', { shared: [{ name: 'react', version: '19.0.0', range: null, singleton: true }] }],
    ['global name', { globalName: 'other' }],
    ['integrity', { integrity: {} }],
  ])('are refused with another %s under a published version', async (_, change) => {
    const { publish, row, document } = remote()
    await publish('1.0.0')
    expect(await publish('1.0.0', {}, change)).toMatchObject({
      status: 409,
      message: expect.stringContaining('with other content'),
    })
    expect((await row()).releases).toEqual([document('1.0.0')])
  })

  it('leave exactly one live after 10 concurrent publishes', async () => {
    const { publish, row } = remote()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => publish(`2.${i}.0`)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await row()).generation).toBe(10)
    expect(answers.map(({ rollout }) => rollout.generation).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 10 }, (_, i) => i + 1),
    )
  })

  it.each([
    ['a name with a slash', { name: 'a/b' }, {}],
    ['an invalid version', { version: 'latest' }, {}],
    ['no entry', { entry: null }, {}],
    ['an unknown channel', {}, { channel: 'beta' }],
    ['a canary share above 100', {}, { channel: 'canary', percent: 101 }],
    ['a long message', {}, { message: 'x'.repeat(501) }],
  ])('are refused with %s', async (_, change, options) => {
    const { publish, row } = remote()
    await publish('1.0.0')
    expect((await publish('3.0.0', options, change)).status).toBe(400)
    expect(await row()).toMatchObject({ live: '1.0.0', generation: 1, canary: null })
  })
})

describe('an upload', () => {
  it('is expected in the store until it is published, ended or expired', async () => {
    const { publish, begin, expected } = remote()
    await publish('1.0.0')
    const published = await begin('1.1.0')
    const ended = await begin('1.2.0')
    await begin('1.3.0', -120)
    expect(published.published).toBe(false)
    expect((await begin('1.0.0')).published).toBe(true)
    expect(await expected()).toEqual(['1.0.0', '1.1.0', '1.2.0'])
    await personas.admin.rpc('end_upload', { p_id: ended.id })
    expect((await publish('1.1.0', { upload: published.id })).rollout.live).toBe('1.1.0')
    expect(await expected()).toEqual(['1.0.0', '1.1.0'])
    const { data } = await personas.admin.from('remote_uploads').select('id').eq('id', published.id)
    expect(data).toEqual([])
  })

  it('locks its version against other content and removals until it ends, and shares the lock with equal ones', async () => {
    const { publish, begin, beginRemoval, end, row } = remote()
    const first = await begin('1.0.0', 60, 'a')
    const equal = await begin('1.0.0', 60, 'a')
    expect([first.published, equal.published]).toEqual([false, false])
    expect(await begin('1.0.0', 60, 'b')).toBeNull()
    expect(await beginRemoval('1.0.0')).toBeNull()
    expect(await begin('1.1.0', 60, 'b')).not.toBeNull()
    await end(first.id)
    expect(await begin('1.0.0', 60, 'b')).toBeNull()
    expect((await publish('1.0.0', { upload: equal.id })).status).toBe(200)
    expect(await beginRemoval('1.0.0')).toBeNull()
    expect(await begin('1.0.0', 60, 'b')).toMatchObject({ published: true })
    expect((await row()).live).toBe('1.0.0')
  })

  it('waits for a removal of its version, and for a minute after the time of unfinished work', async () => {
    const { begin, beginRemoval, end, expected } = remote()
    const removal = await beginRemoval('1.0.0')
    expect(removal).not.toBeNull()
    expect(await beginRemoval('1.0.0')).toBeNull()
    expect(await begin('1.0.0', 60, 'a')).toBeNull()
    expect(await expected()).toEqual(['1.0.0'])
    await end(String(removal))
    expect(await begin('1.0.0', -30, 'a')).not.toBeNull()
    expect(await begin('1.0.0', 60, 'b')).toBeNull()
    expect(await begin('1.1.0', -90, 'a')).not.toBeNull()
    expect(await begin('1.1.0', 60, 'b')).not.toBeNull()
  })

  it('of one version by many processes at once is registered for one content', async () => {
    const { begin, beginRemoval } = remote()
    const contents = ['a', 'b', 'c', 'd']
    const [removal, ...uploads] = await Promise.all([
      beginRemoval('1.0.0'),
      ...contents.map((content) => begin('1.0.0', 60, content)),
    ])
    expect([removal, ...uploads].filter((registered) => registered !== null)).toHaveLength(1)
  })

  it('that expired, belongs to another version, or is unknown publishes nothing', async () => {
    const { publish, begin, row } = remote()
    await publish('1.0.0')
    const late = await begin('1.1.0', -1)
    const other = await begin('9.9.9')
    for (const upload of [late.id, other.id, crypto.randomUUID()])
      expect((await publish('1.1.0', { upload })).status).toBe(409)
    expect(await row()).toMatchObject({ live: '1.0.0', generation: 1 })
  })
})

describe('publishing at the start of the product', () => {
  const start = { keepWithdrawn: true }
  it('keeps a rollback and a canary as they are', async () => {
    const { publish, canary, rollBack } = remote()
    await publish('1.0.0', start)
    expect((await publish('1.1.0', start)).rollout.live).toBe('1.1.0')
    await rollBack()
    expect((await publish('1.1.0', start)).rollout).toMatchObject({ live: '1.0.0', generation: 3 })
    await canary('1.2.0')
    for (const version of ['1.2.0', '1.0.0'])
      expect((await publish(version, start)).rollout).toMatchObject({
        live: '1.0.0',
        canary: { version: '1.2.0' },
        generation: 4,
      })
    // An explicit publish makes it live again.
    expect((await publish('1.1.0')).rollout).toMatchObject({ live: '1.1.0', canary: null })
  })
})
