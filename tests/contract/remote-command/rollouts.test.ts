import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publishRow } from '@propsight/api/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_KEY, type CommandFixture, newRemoteName, startCommandFixture } from './command-fixture.ts'

let fixture: CommandFixture
beforeAll(async () => {
  fixture = await startCommandFixture()
})
afterAll(() => fixture?.close())

/** A remote with two releases, the second one live. */
async function publishTwoReleases(): Promise<string> {
  const name = newRemoteName()
  await publishRow(fixture.api, name, '1.0.0')
  await publishRow(fixture.api, name, '1.1.0', { message: 'wider rows', actor: 'ci' })
  return name
}

describe('F2 remote rollback', () => {
  it('returns to the previous release, prints the change, and is refused the second time', async () => {
    const name = await publishTwoReleases()
    const { code, stdout, stderr } = await fixture.remote(['rollback', name, '--message', 'rows were cut'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('1.0.0 for everybody') })
    expect(stderr).toContain(`${name}: 1.1.0 → 1.0.0`)
    expect(await fixture.json(['rollback', name])).toMatchObject({ code: 4, body: { ok: false } })
    const { stdout: history } = await fixture.remote(['list', name])
    expect(history).toMatch(/1\.1\.0\s+withdrawn/)
    expect(history).toMatch(/rollback\s+1\.0\.0\s+operator\s+rows were cut/)
    for (const version of ['1.0.0', '1.1.0'])
      expect(history).toMatch(new RegExp(`${version}  ${fixture.api.url}/\\S*\\?preview=\\S+\\n`))
  })

  it('reports whether the release that was live is withdrawn or stays as the fallback', async () => {
    const name = await publishTwoReleases()
    const back = await fixture.remote(['rollback', name])
    expect(back.stdout).toContain(
      `1.1.0 is withdrawn; forward again: npm run remote -- rollback ${name} --to 1.1.0`,
    )
    const forward = await fixture.remote(['rollback', name, '--to', '1.1.0'])
    expect(forward.stdout).toContain(
      `1.0.0 stays as the fallback; back to it: npm run remote -- rollback ${name}`,
    )
    expect((await fixture.remote(['list'])).stdout).toMatch(new RegExp(`${name}\\s+1\\.1\\.0\\s+1\\.0\\.0`))
    const again = await fixture.remote(['rollback', name])
    expect(again.stdout).toContain('1.1.0 is withdrawn')
  })

  it('goes to a named release, and forward again', async () => {
    const name = await publishTwoReleases()
    await publishRow(fixture.api, name, '1.2.0')
    expect(await fixture.json(['rollback', name, '--to', '1.0.0'])).toMatchObject({
      code: 0,
      body: { ok: true, name, before: { live: '1.2.0' }, rollout: { live: '1.0.0' } },
    })
    expect((await fixture.json(['rollback', name, '--to', '1.2.0'])).body).toMatchObject({
      rollout: { live: '1.2.0' },
    })
    expect(await fixture.json(['rollback', name, '--to', '1.2.0'])).toMatchObject({ code: 4 })
    expect(await fixture.json(['rollback', name, '--to', '9.9.9'])).toMatchObject({
      code: 1,
      body: { status: 404 },
    })
  })

  it('is refused when nothing was deployed', async () => {
    expect((await fixture.remote(['rollback', newRemoteName()])).code).toBe(1)
  })
})

/** Reports of browsers about a release of a remote. */
async function reportLoads(name: string, version: string, outcome: 'ok' | 'failed') {
  const load = { ticket: randomUUID(), name, version, outcome, reporter: `user:${randomUUID()}`, ms: 9 }
  const { error } = await fixture.api.admin.rpc('record_loads', {
    p_rows: [load],
    p_min_failing: 9,
    p_max_rate: 1,
  })
  expect(error).toBeNull()
}

describe('F2 remote rollback after failures in browsers', () => {
  it('skips a failing release and reports it', async () => {
    const name = await publishTwoReleases()
    await publishRow(fixture.api, name, '1.2.0')
    await reportLoads(name, '1.0.0', 'ok')
    for (const _ of ['one user', 'another']) await reportLoads(name, '1.1.0', 'failed')
    const { code, stdout, stderr } = await fixture.remote(['rollback', name])
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('1.0.0 for everybody') })
    expect(stderr).toContain('1.1.0 is skipped: it failed in browsers')
  })

  it('asks before a failing release becomes live; --yes is the answer of a script', async () => {
    const name = await publishTwoReleases()
    for (const _ of ['one user', 'another']) await reportLoads(name, '1.0.0', 'failed')
    const { code, stderr } = await fixture.remote(['rollback', name])
    expect({ code, stderr }).toEqual({ code: 6, stderr: expect.stringMatching(/failed in browsers.*--yes/) })
    expect((await fixture.remote(['rollback', name], { answer: false })).code).toBe(6)
    expect((await fixture.json(['list', name])).body).toMatchObject({ rollout: { live: '1.1.0' } })
    expect((await fixture.remote(['rollback', name, '--yes'])).code).toBe(0)
    expect((await fixture.remote(['rollback', name, '--to', '1.1.0'])).code).toBe(0)
    expect((await fixture.remote(['rollback', name, '--to', '1.0.0'], { answer: true })).code).toBe(0)
  })
})

describe('F2 remote retire', () => {
  it('asks, removes the remote, and a rollback to its release makes it available again', async () => {
    const name = newRemoteName()
    await publishRow(fixture.api, name, '1.0.0')
    expect((await fixture.remote(['retire', name])).code).toBe(6)
    const { code, stdout } = await fixture.remote(['retire', name, '--to', '/picks', '--yes'])
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining(`${name}: retired, its paths lead to /picks`),
    })
    expect((await fixture.remote(['list'])).stdout).toMatch(new RegExp(`${name}\\s+retired`))
    expect((await fixture.remote(['retire', name, '--yes'])).code).toBe(4)
    expect((await fixture.remote(['rollback', name])).code).toBe(4)
    expect((await fixture.remote(['rollback', name, '--to', '1.0.0'])).code).toBe(0)
  })

  it('is refused for the shell, an invalid path and an unknown remote', async () => {
    const name = await publishTwoReleases()
    for (const args of [['shell'], [name, '--to', 'picks'], [name, '--to', 'https://x.test']])
      expect((await fixture.remote(['retire', ...args, '--yes'])).code).toBe(2)
    expect((await fixture.remote(['retire', newRemoteName(), '--yes'])).code).toBe(1)
  })
})

describe('F2 a canary', () => {
  it('is halted with its reason, which the list and a refused promotion show', async () => {
    const name = await publishTwoReleases()
    await publishRow(fixture.api, name, '1.2.0', { channel: 'canary', percent: 5 })
    expect((await fixture.remote(['list'])).stdout).toMatch(
      new RegExp(`${name}\\s+1\\.1\\.0\\s+1\\.0\\.0\\s+1\\.2\\.0 at 5 %`),
    )
    expect(await fixture.json(['halt', name, '--message', 'odd figures'])).toMatchObject({
      code: 0,
      body: { rollout: { live: '1.1.0', canary: null, halted: { version: '1.2.0', reason: 'odd figures' } } },
    })
    expect((await fixture.remote(['list'])).stdout).toContain('halted: 1.2.0 (odd figures)')
    const { code, stderr } = await fixture.remote(['promote', name])
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: expect.stringContaining('1.2.0 was halted (odd figures)'),
    })
  })
})

describe('F2 deploy tokens', () => {
  const create = async (name: string) => {
    const { body } = await fixture.json(['token', 'create', name, '--label', 'ci', '--days', '3'])
    return { id: String(body.id), token: String(body.token) }
  }

  it('authorize their own remote, are counted, and are refused after they are revoked', async () => {
    const name = await publishTwoReleases()
    const other = await publishTwoReleases()
    const { id, token } = await create(name)
    expect(token).toMatch(/^psd_[\w-]{43}$/)
    expect((await fixture.json(['rollback', name], { token })).code).toBe(0)
    const seen = await fixture.json(['list'], { token })
    expect(seen.body.rollouts).toEqual([expect.objectContaining({ name })])
    expect((await fixture.json(['list', other], { token })).code).toBe(3)
    expect((await fixture.json(['token', 'list', name], { token })).code).toBe(3)

    const listed = await fixture.remote(['token', 'list', name])
    expect(listed.stdout).toMatch(new RegExp(`${id}\\s+ci\\s+good`))
    expect(listed.stdout + listed.stderr).not.toContain(token)
    expect((await fixture.remote(['token', 'revoke', other, id])).code).toBe(1)
    expect((await fixture.remote(['token', 'revoke', name, id])).code).toBe(0)
    expect((await fixture.remote(['token', 'list', name])).stdout).toMatch(/revoked/)
    const { code, stderr } = await fixture.remote(['rollback', name], { token })
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringMatching(/revoked.*PROPSIGHT_TOKEN/) })
  })

  it('are revoked by the command that was printed when they were created with a key file', async () => {
    const name = await publishTwoReleases()
    const file = join(fixture.folder, 'admin key')
    writeFileSync(file, ADMIN_KEY)
    const args = ['token', 'create', name, '--label', 'ci', '--api', fixture.api.url, '--token-file', file]
    const { stdout } = await fixture.remote(args, { token: '' })
    const [, revoke = ''] = /Revoke it: PROPSIGHT_API=\S+ .*? -- (.*)/.exec(stdout) ?? []
    const words = [...revoke.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word)
    expect(await fixture.remote(words, { token: '' })).toMatchObject({ code: 0, stderr: '' })
    expect((await fixture.remote(['token', 'list', name])).stdout).toMatch(/revoked/)
  })

  it('that are invalid are refused with code 3, and never printed', async () => {
    const { code, stdout, stderr } = await fixture.remote(['list'], { token: 'psd_not-a-token' })
    expect(code).toBe(3)
    expect(stdout + stderr).not.toContain('psd_not-a-token')
  })
})

describe('F2 remote preview', () => {
  it('prints a link to the canary, or to a named release, and revokes the links', async () => {
    const name = await publishTwoReleases()
    await publishRow(fixture.api, name, '1.2.0', { channel: 'canary', percent: 0 })
    const canary = await fixture.remote(['preview', name])
    expect(canary.code).toBe(0)
    const [url = ''] = /http\S+/.exec(canary.stdout) ?? []
    const opened = () => fetch(url, { headers: { accept: 'text/html' }, redirect: 'manual' })
    expect((await opened()).status).toBe(303)
    expect(await fixture.json(['preview', name, '--release', '1.0.0', '--days', '2'])).toMatchObject({
      code: 0,
      body: { name, version: '1.0.0', url: expect.stringMatching(/\?preview=[\w-]+\.[\w-]{43}$/) },
    })
    expect(await fixture.json(['preview', name, '--revoke'])).toMatchObject({
      code: 0,
      body: { name, version: '1.2.0', revoked: true },
    })
    await expect.poll(async () => (await opened()).status, { timeout: 10_000 }).toBe(410)
    expect(await fixture.json(['preview', name, '--release', '9.9.9'])).toMatchObject({ code: 1 })
    expect(await fixture.json(['preview', name, '--revoke', '--days', '2'])).toMatchObject({ code: 2 })
  })
})

describe('F5 the developer role', () => {
  it('is granted to an account and revoked', async () => {
    const user = await fixture.api.createUser()
    const rows = async () =>
      (await fixture.api.admin.from('developers').select('user_id').eq('user_id', user.id)).data
    expect((await fixture.remote(['developer', 'add', user.email])).code).toBe(0)
    expect(await rows()).toHaveLength(1)
    expect(await fixture.json(['developer', 'remove', user.email])).toEqual({
      code: 0,
      body: { ok: true, email: user.email, developer: false },
    })
    expect(await rows()).toHaveLength(0)
    expect((await fixture.remote(['developer', 'add', 'nobody@example.com'])).code).toBe(1)
  })
})
