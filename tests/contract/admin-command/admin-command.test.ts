import { randomUUID } from 'node:crypto'
import { startTestApi, type TestApi, type TestUser } from '@propsight/api/testing'
import { runAdmin } from '@propsight/tools/testing'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { linkIn, openMailLink } from '../../support/accounts/mail-link.ts'

const KEY = 'admin-key-of-this-suite'
let api: TestApi
beforeAll(async () => {
  const databaseUrl = inject('contractDatabaseUrl')
  api = await startTestApi({ ...(databaseUrl ? { databaseUrl } : {}), env: { ADMIN_KEY: KEY } })
})
afterAll(() => api?.close())

async function admin(args: string[], env: NodeJS.ProcessEnv = {}) {
  let stdout = ''
  let stderr = ''
  const code = await runAdmin(args, {
    env: { PROPSIGHT_HOME: '/nonexistent', PROPSIGHT_API: api.url, PROPSIGHT_TOKEN: KEY, ...env },
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
    signal: new AbortController().signal,
    ask: null,
    colours: false,
    retryMs: 1,
  })
  return { code, stdout, stderr }
}
/** Signs in by an e-mail link. @returns the token */
async function signIn({ email, client }: Pick<TestUser, 'email' | 'client'>): Promise<string> {
  const mails = async () =>
    (await api.instances[0]?.deps.mailbox?.list())?.filter(({ to }) => to === email) ?? []
  const before = (await mails()).length
  await client.auth.resetPasswordForEmail(email, { redirectTo: api.url })
  await expect.poll(async () => (await mails()).length).toBe(before + 1)
  const tokens = await openMailLink(api.url, linkIn((await mails())[0]?.text))
  return tokens.get('access_token') ?? ''
}
/** An account whose mailbox is proven. */
async function createProvenAccount() {
  const user = await api.createUser()
  await signIn(user)
  return user
}
const adminSessionStatus = async (token: string) =>
  (await fetch(`${api.url}/api/admin/session`, { headers: { authorization: `Bearer ${token}` } })).status

describe('npm run admin', () => {
  it('grants the role to an account, lists it and revokes it', async () => {
    const user = await createProvenAccount()
    const { email } = user
    expect(await adminSessionStatus(user.token)).toBe(403)
    expect(await admin(['grant', ` ${email.toUpperCase()}`])).toEqual({
      code: 0,
      stdout: `${email} is an administrator, has no password any more, and signs in by a mailed link.\n`,
      stderr: '',
    })
    // An earlier session may belong to another person who registered the address.
    expect(await adminSessionStatus(user.token)).toBe(403)
    const token = await signIn(user)
    expect(await adminSessionStatus(token)).toBe(200)
    expect((await admin(['list'])).stdout).toMatch(new RegExp(`^ {2}${email} +since 20`, 'm'))
    const listed = JSON.parse((await admin(['list', '--json'])).stdout)
    expect(listed).toMatchObject({
      ok: true,
      admins: expect.arrayContaining([expect.objectContaining({ email })]),
    })
    expect((await admin(['revoke', email, '--json'])).stdout).toContain('"admin": false')
    expect(await adminSessionStatus(token)).toBe(403)
    const again = await admin(['revoke', email])
    expect([again.code, again.stderr]).toEqual([1, '✗ This account is not an administrator\n'])
  })

  it('grants the role to addresses of ADMIN_EMAILS with a proven mailbox, and reports the other addresses', async () => {
    const provenUser = await createProvenAccount()
    const unprovenUser = await api.createUser()
    const unknownEmail = `u-${randomUUID()}@example.com`
    const env = {
      ADMIN_EMAILS: `${provenUser.email}, ${unprovenUser.email.toUpperCase()},${unknownEmail},${provenUser.email}`,
    }
    const { code, stdout } = await admin(['grant', '--configured'], env)
    expect(code).toBe(4)
    expect(stdout).toBe(
      `✓ ${provenUser.email} is an administrator, has no password any more, and signs in by a mailed link.\n` +
        `✗ ${unprovenUser.email}: This account has not proven its mailbox yet: sign in to it once by an e-mail link\n` +
        `✗ ${unknownEmail}: There is no account with this address\n`,
    )
    expect([
      await adminSessionStatus(await signIn(provenUser)),
      await adminSessionStatus(unprovenUser.token),
    ]).toEqual([200, 403])
    const all = await admin(['grant', '--configured', '--json'], { ADMIN_EMAILS: provenUser.email })
    expect([all.code, JSON.parse(all.stdout)]).toEqual([
      0,
      { ok: true, granted: [provenUser.email], refused: [] },
    ])
  })

  it.each<[string, string[], NodeJS.ProcessEnv, number, RegExp]>([
    ['no arguments', [], {}, 2, /Usage: admin/],
    [
      'an address and the list',
      ['grant', 'a@example.com', '--configured'],
      {},
      2,
      /Name one address, or use --configured/,
    ],
    ['neither an address nor the list', ['grant'], {}, 2, /Name one address, or use --configured/],
    ['an invalid address', ['grant', 'nobody'], {}, 2, /'nobody' is not an e-mail address/],
    ['an empty list', ['grant', '--configured'], {}, 2, /ADMIN_EMAILS contains no address/],
    ['a bad list', ['grant', '--configured'], { ADMIN_EMAILS: 'x' }, 2, /ADMIN_EMAILS: 'x' is not an e-mail/],
    [
      'a wrong key',
      ['list'],
      { PROPSIGHT_TOKEN: 'not-the-admin-key' },
      3,
      /is not correct\. The request used the token/,
    ],
    ['an unreachable API', ['list'], { PROPSIGHT_API: 'http://127.0.0.1:9' }, 5, /cannot be reached/],
  ])('with %s exits with its error code', async (_, args, env, code, message) => {
    const outcome = await admin(args, env)
    expect([outcome.code, outcome.stderr]).toEqual([code, expect.stringMatching(message)])
    expect(outcome.stdout + outcome.stderr).not.toContain('not-the-admin-key')
  })
})
