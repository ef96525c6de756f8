import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas } from '../persona-clients.ts'
import { createRemoteCalls } from './remote-releases.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

/** A remote with the releases 1.0.0, 1.1.0 and 1.2.0; the last one is live. */
async function publishThree() {
  const remote = createRemoteCalls(personas.admin)
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await remote.publish(version)
  return remote
}
type Remote = Awaited<ReturnType<typeof publishThree>>

describe('F2 a rollback without a version', () => {
  it('skips releases that failed in browsers, and reports them', async () => {
    const { report, history, rollBack } = await publishThree()
    await report('1.0.0', 'ok', 2)
    await report('1.1.0', 'ok', 2)
    await report('1.1.0', 'failed', 1)
    expect((await history()).rollbackTo).toMatchObject({ version: '1.1.0', verdict: 'worked' })
    await report('1.1.0', 'failed', 1)
    expect((await history()).rollbackTo).toEqual({
      version: '1.0.0',
      verdict: 'worked',
      skipped: [{ version: '1.1.0', verdict: 'failing' }],
    })
    expect((await rollBack()).rollout).toMatchObject({ live: '1.0.0' })
  })

  it('prefers a release that loaded to a newer one without reports', async () => {
    const { report, history, rollBack } = await publishThree()
    await report('1.0.0', 'ok', 1)
    expect((await history()).rollbackTo.skipped).toEqual([{ version: '1.1.0', verdict: 'untested' }])
    expect((await rollBack()).rollout).toMatchObject({ live: '1.0.0' })
  })

  it('remembers that a release loaded when its reports are deleted', async () => {
    const { report, rollBack, name } = await publishThree()
    await report('1.0.0', 'ok', 1)
    await personas.admin.from('release_loads').delete().eq('name', name)
    expect((await rollBack()).rollout).toMatchObject({ live: '1.0.0' })
  })

  it('goes to a failing release only when that is confirmed and there is no other', async () => {
    const { report, history, rollBack } = await publishThree()
    for (const version of ['1.0.0', '1.1.0']) await report(version, 'failed', 2)
    expect((await history()).rollbackTo).toMatchObject({ version: '1.1.0', verdict: 'failing' })
    expect(await rollBack()).toMatchObject({ status: 409, message: expect.stringContaining('confirmed') })
    expect((await rollBack(null, null, true)).rollout).toMatchObject({ live: '1.1.0' })
  })

  it('ignores the failures of a single user', async () => {
    const { report, history } = await publishThree()
    await report('1.1.0', 'failed', 1)
    expect((await history()).rollbackTo).toMatchObject({ version: '1.1.0', verdict: 'untested' })
  })

  it('ignores reports without a signed-in user', async () => {
    const { report, history } = await publishThree()
    const reporter = { reporter: 'address:1' }
    await report('1.0.0', 'ok', 1, reporter)
    await report('1.1.0', 'failed', 9, reporter)
    expect((await history()).rollbackTo).toMatchObject({ version: '1.1.0', verdict: 'untested' })
    await report('1.1.0', 'ok', 1)
    expect((await history()).rollbackTo).toMatchObject({ version: '1.1.0', verdict: 'worked' })
  })

  it('by name to a failing release is refused unless it is confirmed, and to a withdrawn one is not', async () => {
    const { report, rollBack } = await publishThree()
    await report('1.0.0', 'failed', 2)
    expect((await rollBack('1.0.0')).status).toBe(409)
    expect((await rollBack('1.0.0', null, true)).rollout).toMatchObject({ live: '1.0.0' })
    expect((await rollBack('1.2.0')).rollout).toMatchObject({ live: '1.2.0', previous: '1.0.0' })
  })
})

describe('F4 a live release', () => {
  const fail = ({ report }: Remote, users = 3, more: Parameters<Remote['report']>[3] = {}) =>
    report('1.2.0', 'failed', users, { rollBack: true, ...more })

  it('that fails for enough users is rolled back once, with an audit entry', async () => {
    const remote = await publishThree()
    const { name, report, row, history } = remote
    await report('1.1.0', 'ok', 1)
    await report('1.2.0', 'ok', 13)
    expect(await fail(remote)).toEqual([])
    expect((await Promise.all([1, 2, 3].map(() => fail(remote, 1)))).flat()).toEqual([name])
    expect(await row()).toMatchObject({ live: '1.1.0', previous: '1.0.0' })
    const { events, releases } = await history()
    expect(events[0]).toMatchObject({
      action: 'auto-rollback',
      version: '1.1.0',
      actor: 'propsight',
      message: expect.stringMatching(/1\.2\.0 failed for \d of the \d+ users/),
    })
    expect(releases[0]).toMatchObject({ version: '1.2.0', state: 'withdrawn' })
  })

  it('stays when automatic rollbacks are off, for too few users, and for network addresses', async () => {
    const remote = await publishThree()
    expect(await fail(remote, 9, { rollBack: false })).toEqual([])
    await personas.admin.from('release_loads').delete().eq('name', remote.name)
    expect(await fail(remote, 9, { reporter: `user:${randomUUID()}` })).toEqual([])
    expect(await fail(remote, 9, { reporter: 'address:1' })).toEqual([])
    expect(await remote.row()).toMatchObject({ live: '1.2.0' })
  })

  it('is not replaced by a release that failed, but by an older one', async () => {
    const remote = await publishThree()
    await remote.report('1.1.0', 'failed', 2)
    expect(await fail(remote)).toEqual([remote.name])
    expect(await remote.row()).toMatchObject({ live: '1.0.0' })
  })

  it('stays when every earlier release fails, too', async () => {
    const remote = await publishThree()
    for (const version of ['1.0.0', '1.1.0']) await remote.report(version, 'failed', 2)
    expect(await fail(remote)).toEqual([])
    expect(await remote.row()).toMatchObject({ live: '1.2.0' })
  })

  it('is rolled back automatically only once until a release is made live by a decision', async () => {
    const remote = await publishThree()
    await fail(remote)
    const dayAgo = new Date(Date.now() - 86_400_000).toISOString()
    await personas.admin.from('remote_events').update({ at: dayAgo }).eq('name', remote.name)
    expect(await remote.report('1.1.0', 'failed', 9, { rollBack: true })).toEqual([])
    expect(await remote.row()).toMatchObject({ live: '1.1.0' })
    await remote.publish('1.3.0')
    expect(await remote.report('1.3.0', 'failed', 3, { rollBack: true })).toEqual([remote.name])
    expect(await remote.row()).toMatchObject({ live: '1.0.0' })
  })

  it.each(['entry', 'manifest', 'registry', 'timeout'])(
    'is not rolled back for files that did not arrive (%s)',
    async (kind) => {
      const remote = await publishThree()
      expect(await fail(remote, 9, { kind })).toEqual([])
      expect(await fail(remote, 2, { kind: 'exception' })).toEqual([])
      expect(await fail(remote, 1, { kind: 'integrity' })).toEqual([remote.name])
    },
  )

  it('is not judged by failures of more than an hour ago, or by tickets from before it became live', async () => {
    const remote = await publishThree()
    const { generation } = await remote.row()
    await fail(remote, 2)
    const anHourAgo = new Date(Date.now() - 3_700_000).toISOString()
    await personas.admin.from('release_loads').update({ at: anHourAgo }).eq('name', remote.name)
    expect(await fail(remote, 2)).toEqual([])
    expect(await fail(remote, 9, { generation: generation - 1 })).toEqual([])
    expect(await fail(remote, 1, { generation })).toEqual([remote.name])
  })

  it('stays when the path of the earlier release belongs to another remote now', async () => {
    const remote = createRemoteCalls(personas.admin)
    const other = createRemoteCalls(personas.admin)
    const page = { mount: 'page', paths: [`/page-${remote.name}`], title: 'Suite', signIn: false }
    await remote.publish('1.1.0', {}, { placement: page })
    await remote.publish('1.2.0')
    await other.publish('1.0.0', {}, { placement: page })
    expect(await remote.report('1.2.0', 'failed', 3, { rollBack: true })).toEqual([])
    expect(await remote.row()).toMatchObject({ live: '1.2.0' })
  })
})

it('F4 fallbacks of browsers are the retained releases, last live first, without withdrawn ones', async () => {
  const { name, rollBack, publish } = await publishThree()
  await rollBack()
  await publish('1.3.0')
  const { data } = await personas.admin.rpc('fallback_releases', { p_name: name, p_limit: 9 })
  expect(data.releases.map(({ version }: { version: string }) => version)).toEqual(['1.1.0', '1.0.0'])
  const none = await personas.admin.rpc('fallback_releases', { p_name: 'no-such-remote', p_limit: 9 })
  expect(none.data).toBeNull()
})

describe('F2 a retired remote', () => {
  it('has no live release, no canary and no fallbacks, and is recorded with its redirect', async () => {
    const { name, canary, retire, row, history } = await publishThree()
    await canary('1.3.0')
    expect((await retire('/picks')).rollout).toMatchObject({
      live: null,
      canary: null,
      retired: { version: '1.2.0', redirectTo: '/picks' },
    })
    expect((await row()).releases.map(({ version }) => version)).toContain('1.2.0')
    expect((await history()).events[0]).toMatchObject({
      action: 'retire',
      version: '1.2.0',
      message: 'to /picks because',
    })
    const { data } = await personas.admin.rpc('fallback_releases', { p_name: name, p_limit: 9 })
    expect(data).toBeNull()
  })

  it('can be one with a single release, and a deploy makes it available again', async () => {
    const { publish, retire, row } = createRemoteCalls(personas.admin)
    await publish('1.0.0')
    await retire()
    expect((await publish('1.0.0')).rollout).toMatchObject({ live: '1.0.0', retired: null })
    await retire()
    expect((await publish('1.1.0')).rollout).toMatchObject({
      live: '1.1.0',
      previous: '1.0.0',
      retired: null,
    })
    expect(await row()).toMatchObject({ retired: null })
  })

  it('is not restored by a start, a canary or a rollback without a version, but by one with a version', async () => {
    const { publish, canary, rollBack, retire, row } = await publishThree()
    await retire()
    for (const version of ['1.2.0', '1.3.0'])
      expect((await publish(version, { keepWithdrawn: true })).rollout.live).toBeNull()
    expect((await canary('1.4.0')).status).toBe(409)
    expect(await rollBack()).toMatchObject({ status: 409, message: expect.stringContaining('is retired') })
    expect((await row()).live).toBeNull()
    expect((await rollBack('1.2.0')).rollout).toMatchObject({
      live: '1.2.0',
      previous: '1.1.0',
      retired: null,
    })
  })

  it('frees its paths for another remote', async () => {
    const first = createRemoteCalls(personas.admin)
    const second = createRemoteCalls(personas.admin)
    const page = { mount: 'page', paths: [`/page-${first.name}`], title: 'Suite', signIn: false }
    await first.publish('1.0.0', {}, { placement: page })
    await first.retire()
    await second.publish('1.0.0', {}, { placement: page })
    expect(await first.rollBack('1.0.0')).toMatchObject({ status: 409 })
  })

  it('is retired once per generation, never for itself as redirect, and never the shell', async () => {
    const { name, retire, row } = await publishThree()
    const { generation } = await row()
    expect((await retire(`/${name}`)).status).toBe(400)
    const answers = await Promise.all([retire(null, generation), retire(null, generation)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await retire()).status).toBe(409)
    const shell = { p_name: 'shell', p_generation: null, p_actor: 'suite', p_message: '' }
    expect((await personas.admin.rpc('retire_remote', shell)).error).not.toBeNull()
  })
})
