import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas } from '../persona-clients.ts'
import { createRemoteCalls } from './remote-releases.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())
const remote = () => createRemoteCalls(personas.admin)
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

describe('F2 a rollback', () => {
  it('goes back release by release, and never to a withdrawn one', async () => {
    const { publish, rollBack } = remote()
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publish(version)
    expect((await rollBack()).rollout).toMatchObject({ live: '1.1.0', previous: '1.0.0' })
    expect((await rollBack()).rollout).toMatchObject({ live: '1.0.0', previous: null })
    expect(await rollBack()).toMatchObject({ status: 409, message: expect.stringContaining('no earlier') })
    expect((await rollBack('1.2.0')).rollout).toMatchObject({ live: '1.2.0' })
    expect((await rollBack('1.2.0')).rollout).toMatchObject({ live: '1.2.0', generation: 6 })
  })

  it('by a deploy is refused when another deploy of the same generation was faster, and repeats its own result', async () => {
    const { publish, prove, row } = remote()
    const first = await publish('1.0.0', { generation: 0 })
    const { generation } = first.rollout
    const needsProof = { generation, percent: 0, needsProof: true }
    const both = await Promise.all(['1.1.0', '1.2.0'].map((version) => publish(version, needsProof)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.message).toMatch(/Somebody else changed/)
    const { canary, ...rest } = await row()
    expect(rest).toMatchObject({ live: '1.0.0', generation: generation + 1 })
    const winner = canary?.version ?? ''
    expect((await publish(winner, needsProof)).rollout).toMatchObject({ generation: generation + 1 })
    await prove(winner)
    expect((await publish(winner, { generation })).status).toBe(409)
  })

  it('is refused when another change of the same generation was faster', async () => {
    const { publish, canary, rollBack, promote, halt, row } = remote()
    await publish('1.0.0')
    await publish('1.1.0')
    const { rollout } = await canary('1.2.0')
    const answers = await Promise.all([
      rollBack(null, rollout.generation),
      promote(rollout.generation),
      halt(rollout.generation),
      rollBack('1.0.0', rollout.generation),
    ])
    expect(statuses(answers)).toEqual([200, 409, 409, 409])
    expect((await row()).generation).toBe(rollout.generation + 1)
    expect((await rollBack(null, rollout.generation)).status).toBe(409)
  })

  it('of an unknown remote or to an unknown release is refused', async () => {
    const { publish, rollBack } = remote()
    expect((await rollBack()).status).toBe(404)
    await publish('1.0.0')
    expect((await rollBack('2.0.0')).status).toBe(404)
  })

  it('to the canary release makes it live and ends the canary', async () => {
    const { publish, canary, prove, rollBack } = remote()
    await publish('1.0.0')
    await canary('1.1.0')
    expect(await rollBack('1.1.0')).toMatchObject({ status: 409 })
    await prove('1.1.0')
    expect((await rollBack('1.1.0')).rollout).toMatchObject({ live: '1.1.0', canary: null })
  })
})

/** The table of docs/adr/0007-releases-and-rollouts.md: live release and fallback after each change. */
describe('F2 the fallback of the live release', () => {
  type Remote = ReturnType<typeof remote>
  const table: [string, (remote: Remote) => Promise<unknown>, object][] = [
    [
      'is the release before after a deploy',
      ({ publish }) => publish('1.2.0'),
      { live: '1.2.0', previous: '1.1.0' },
    ],
    [
      'is the release before after a promotion',
      async ({ canary, prove, promote }) => {
        await canary('1.2.0')
        await prove('1.2.0')
        await promote()
      },
      { live: '1.2.0', previous: '1.1.0' },
    ],
    [
      'is never the release that was rolled back',
      ({ rollBack }) => rollBack(),
      { live: '1.0.0', previous: null },
    ],
    [
      'is never the release that was live before a rollback to a named earlier one',
      ({ rollBack }) => rollBack('1.0.0'),
      { live: '1.0.0', previous: null },
    ],
    [
      'is the release that was rolled back to, after rolling forward',
      async ({ rollBack }) => {
        await rollBack()
        await rollBack('1.1.0')
      },
      { live: '1.1.0', previous: '1.0.0' },
    ],
    [
      'is the release that was rolled back to, after deploying the newer one again',
      async ({ rollBack, publish }) => {
        await rollBack()
        await publish('1.1.0')
      },
      { live: '1.1.0', previous: '1.0.0' },
    ],
    [
      'is the release before it, after rolling forward to a release that a rollback skipped',
      async ({ publish, rollBack }) => {
        await publish('1.2.0')
        await rollBack('1.0.0')
        await rollBack('1.1.0')
      },
      { live: '1.1.0', previous: '1.0.0' },
    ],
    [
      'skips a release that is still withdrawn, after rolling forward over it',
      async ({ publish, rollBack }) => {
        await publish('1.2.0')
        await rollBack()
        await rollBack()
        await rollBack('1.2.0')
      },
      { live: '1.2.0', previous: '1.0.0' },
    ],
    [
      'is not the release that was rolled back again after rolling forward',
      async ({ rollBack }) => {
        await rollBack()
        await rollBack('1.1.0')
        await rollBack()
      },
      { live: '1.0.0', previous: null },
    ],
    [
      'is the previous live release, after a rollback to the canary',
      async ({ canary, prove, rollBack }) => {
        await canary('1.2.0')
        await prove('1.2.0')
        await rollBack('1.2.0')
      },
      { live: '1.2.0', previous: '1.1.0' },
    ],
    [
      'is not an old release that was deployed again and then rolled back',
      async ({ publish, rollBack }) => {
        await publish('1.0.0')
        await rollBack()
      },
      { live: '1.1.0', previous: null },
    ],
    [
      'is not a halted canary',
      async ({ canary, halt }) => {
        await canary('1.2.0')
        await halt()
      },
      { live: '1.1.0', previous: '1.0.0' },
    ],
  ]
  it.each(table)('%s', async (_, change, expected) => {
    const fixture = remote()
    await fixture.publish('1.0.0')
    await fixture.publish('1.1.0')
    await change(fixture)
    const row = await fixture.row()
    expect(row).toMatchObject(expected)
    expect(row.releases.map(({ version }) => version).sort()).toEqual(
      [row.live, row.previous].filter((version) => version !== null).sort(),
    )
  })
})

describe('F2 a canary', () => {
  it('keeps its start time when its share changes, and only another release resets it', async () => {
    const { publish, canary } = remote()
    expect(await canary('1.0.0')).toMatchObject({ status: 409 })
    await publish('1.0.0')
    expect(await canary('1.0.0')).toMatchObject({ status: 409 })
    const first = (await canary('1.1.0', 5)).rollout
    const wider = (await canary('1.1.0', 50)).rollout
    const other = (await canary('1.2.0', 50)).rollout
    expect([first, wider, other].map((rollout) => rollout.canary?.percent)).toEqual([5, 50, 50])
    expect(wider.canary?.since).toBe(first.canary?.since)
    expect(other.canary?.since).not.toBe(first.canary?.since)
    expect(other).toMatchObject({ live: '1.0.0', generation: 4 })
  })

  it('that was halted is neither promoted nor a fallback, and goes live only by an explicit publish', async () => {
    const { publish, canary, halt, promote } = remote()
    await publish('1.0.0')
    await canary('1.1.0')
    expect((await halt()).rollout).toMatchObject({
      live: '1.0.0',
      canary: null,
      halted: { version: '1.1.0', reason: 'because' },
    })
    expect(statuses([await promote(), await halt()])).toEqual([409, 409])
    expect((await publish('1.2.0')).rollout.previous).toBe('1.0.0')
    const republished = await publish('1.1.0')
    expect(republished.rollout).toMatchObject({ live: '1.1.0', previous: '1.2.0', halted: null })
  })

  it('is promoted once, and is ended by a stable release', async () => {
    const { publish, canary, prove, promote } = remote()
    await publish('1.0.0')
    await canary('1.1.0')
    expect(await promote()).toMatchObject({
      status: 409,
      message: expect.stringContaining('No browser has loaded'),
    })
    await prove('1.1.0')
    const answers = await Promise.all([promote(), promote()])
    expect(statuses(answers)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 200)?.rollout).toMatchObject({
      live: '1.1.0',
      previous: '1.0.0',
    })
    await canary('1.2.0')
    expect((await publish('1.3.0')).rollout).toMatchObject({ live: '1.3.0', canary: null, previous: '1.1.0' })
  })
})

it('every rollout change is recorded as an event with its actor, and nothing else is', async () => {
  const { name, publish, canary, prove, promote, rollBack } = remote()
  await publish('1.0.0', { actor: 'ada', message: 'first' })
  await publish('1.0.0', { actor: 'ada' })
  await canary('1.1.0')
  await prove('1.1.0')
  await promote()
  await rollBack()
  await publish('bad', {})
  const { data } = await personas.admin.rpc('release_history', { p_name: name, p_limit: 50 })
  const events = data.events.map((event: Record<string, unknown>) =>
    [event.action, event.version, event.actor, event.generation].join(' '),
  )
  expect(events.reverse()).toEqual([
    'publish 1.0.0 ada 0',
    'live 1.0.0 ada 1',
    'publish 1.1.0 operator 1',
    'canary 1.1.0 operator 2',
    'promote 1.1.0 suite 3',
    'rollback 1.0.0 suite 4',
  ])
  expect(
    data.releases.map((row: { version: string; state: string }) => `${row.version} ${row.state}`),
  ).toEqual(['1.1.0 withdrawn', '1.0.0 live'])
})

describe('F2 a page address', () => {
  const pageAt = (path: string) => ({
    placement: { mount: 'page', paths: [path], title: 'Suite', signIn: false },
  })

  it('that another remote has taken blocks a rollback or promotion to a release with it', async () => {
    const first = remote()
    const second = remote()
    const pagePath = `/page-${first.name}`
    await first.publish('1.0.0', {}, pageAt(pagePath))
    await first.publish('1.1.0')
    await second.publish('1.0.0', {}, pageAt(pagePath))
    const refused = {
      status: 409,
      message: expect.stringContaining(`${pagePath} of ${first.name} 1.0.0 belongs`),
    }
    expect(await first.rollBack()).toMatchObject(refused)
    expect((await first.row()).live).toBe('1.1.0')
    await first.publish('1.2.0', { channel: 'canary' }, pageAt(pagePath))
    await first.prove('1.2.0')
    expect(await first.promote()).toMatchObject({ status: 409 })
    await second.publish('1.1.0')
    expect((await first.promote()).rollout).toMatchObject({ live: '1.2.0' })
  })

  it('is given to one of several remotes that go live with it at once', async () => {
    const remotes = Array.from({ length: 6 }, remote)
    const path = `/page-${remotes[0]?.name}`
    const uploads = await Promise.all(remotes.map(({ begin }) => begin('1.0.0')))
    const answers = await Promise.all(
      remotes.map(({ publish }, i) => publish('1.0.0', { upload: uploads[i]?.id }, pageAt(path))),
    )
    expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409])
  })
})
