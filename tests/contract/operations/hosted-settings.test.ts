import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type HostedSupabase, startHostedSupabase } from '../../support/cluster/start-hosted.ts'
import type { HostedProject } from '../../support/services/hosted-project.ts'
import { SETTING_CHECKS } from '../../support/services/hosted-settings.ts'

const { SUPABASE_URL, PUBLIC_URL, DATABASE_URL, PASSWORD_MIN_LENGTH } = process.env
const BY_NAME = new Map(SETTING_CHECKS.map((check) => [check.setting, check]))
const find = (setting: string, project: HostedProject) => BY_NAME.get(setting)?.find(project)

/** Needs SUPABASE_URL and its keys; PUBLIC_URL for redirects and DATABASE_URL for checks in SQL. */
describe.runIf(SUPABASE_URL)('the hosted project has the setting', () => {
  const project: HostedProject = {
    url: SUPABASE_URL ?? '',
    publishableKey: process.env.SUPABASE_PUBLISHABLE_KEY ?? '',
    secretKey: process.env.SUPABASE_SECRET_KEY ?? '',
    publicUrl: PUBLIC_URL ?? null,
    databaseUrl: DATABASE_URL ?? null,
    passwordMinLength: Number(PASSWORD_MIN_LENGTH ?? 6),
  }
  for (const { setting, fix, needs, find: findFault } of SETTING_CHECKS) {
    it.skipIf(needs && project[needs] === null)(
      setting,
      async () => {
        const fault = await findFault(project)
        process.stdout.write(`${fault === null ? '✓' : '✗'} ${setting}${fault === null ? '' : ` · ${fix}`}\n`)
        expect(fault, fix).toBeNull()
      },
      60_000,
    )
  }
})

describe('the checks of a hosted project', () => {
  const servers: { close(): Promise<void> }[] = []
  afterAll(() => Promise.all(servers.map((server) => server.close())))

  /** A project that accepts every call, as one without any of the settings. */
  async function openCarelessProject(): Promise<HostedProject> {
    const answer = { mailer_autoconfirm: true, disable_signup: true, external: { anonymous_users: true } }
    const session = { id: 'a', access_token: 'a', refresh_token: 'r', expires_in: 86_400 }
    const server = createServer((request, response) => {
      const target = new URL(request.url ?? '/', 'http://a').searchParams.get('redirect_to')
      response.writeHead(target ? 303 : 200, {
        'content-type': 'application/json',
        ...(target ? { location: `https://other.example#${target}` } : {}),
      })
      response.end(JSON.stringify({ ...answer, ...session }))
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    servers.push({ close: () => new Promise((closed) => server.close(() => closed())) })
    const address = server.address()
    return {
      url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
      publishableKey: 'sb_publishable_a',
      secretKey: 'sb_secret_a',
      publicUrl: 'https://app.example',
      databaseUrl: 'postgres://a@db.example:6543/postgres',
      passwordMinLength: 8,
    }
  }

  it('each report a project without the setting, and name the fix', async () => {
    const project = await openCarelessProject()
    for (const { setting, fix, needs, find: findFault } of SETTING_CHECKS) {
      expect(fix.length, setting).toBeGreaterThan(20)
      if (needs !== 'databaseUrl') expect(await findFault(project), setting).toEqual(expect.any(String))
    }
    expect(await find('Session mode of DATABASE_URL', project)).toContain('6543')
  })

  describe.skipIf(SUPABASE_URL)('with the embedded service', () => {
    let service: HostedSupabase
    let project: HostedProject
    beforeAll(async () => {
      const databaseUrl = inject('contractDatabaseUrl')
      const publicUrl = 'http://app.propsight.test'
      service = await startHostedSupabase(databaseUrl, publicUrl)
      project = {
        ...service,
        databaseUrl,
        publicUrl,
        passwordMinLength: 6,
      }
    })
    afterAll(() => service?.close())

    it.each([
      'Time limit of statements',
      'Connections that remain for sign-in, jobs and migrations',
      'Session mode of DATABASE_URL',
      'Keys of the API',
      'Hook Before User Created',
      'Minimum length of a password',
      'Leaked password protection',
      'Redirect URLs',
    ])('accept what it enforces as well: %s', async (setting) => {
      expect(await find(setting, project)).toBeNull()
    })

    // Without an admin API, it has no account for the checks that need a session.
    it.each([
      'Confirm email',
      'Require current password when updating',
      'Secure email change, and the length of codes',
      'Validity and rotation of tokens',
    ])('report what it does otherwise: %s', async (setting) => {
      expect(await find(setting, project)).toEqual(expect.any(String))
    })
  })
})
