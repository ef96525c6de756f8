import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  bundleOf,
  deployPartOf,
  type FakeMailServer,
  formOf,
  startFakeMailServer,
  TEST_MAILBOX_KEY,
} from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { parseLeagueClock } from '@propsight/shared/domain'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkIn } from '../../support/accounts/mail-link.ts'
import { startUpstreamProxy, type UpstreamProxy } from '../../support/faults/upstream-proxy.ts'
import { type ApiProcess, startApiProcess } from '../../support/product/api-process.ts'
import { startS3, type TestBucket } from '../../support/services/start-s3.ts'
import { temporaryDatabase } from '../../support/services/temporary-database.ts'
import { waitUntil } from '../../support/wait-until.ts'

const CLOCK = 'frozen:2026-07-18T16:00:00Z'
const ROOT = resolve(import.meta.dirname, '../../..')
/** A unique text, so that a match is never a coincidence. */
const uniqueText = (what: string) => `${what}-${randomUUID()}`

/** Secrets that the operator configures. */
const CONFIGURED_SECRETS = {
  SUPABASE_JWT_SECRET: uniqueText('jwt-secret'),
  SUPABASE_SECRET_KEY: uniqueText('sb_secret'),
  ADMIN_KEY: uniqueText('admin-key'),
  AI_API_KEY: uniqueText('ai-key'),
  WEATHER_API_KEY: uniqueText('weather-key'),
  ODDS_API_KEY: uniqueText('odds-key'),
  BUNDLES_S3_SECRET: uniqueText('s3-secret'),
}
const SMTP_PASSWORD = uniqueText('smtp')
const REDIS_PASSWORD = uniqueText('redis')
const PUBLISHABLE_KEY = uniqueText('sb_publishable')

/** Texts that must not appear anywhere, by the name of the secret. */
const secrets = new Map<string, string>(Object.entries(CONFIGURED_SECRETS))
secrets.set('SMTP password', SMTP_PASSWORD).set('Redis password', REDIS_PASSWORD)
const answers: string[] = []
let printed = ''
let folder: string
let database: Awaited<ReturnType<typeof temporaryDatabase>>
let league: Awaited<ReturnType<typeof startTestLeague>>
let upstream: UpstreamProxy
let mail: FakeMailServer
let s3: TestBucket
let api: ApiProcess

/** Sends a request and records the answer if it is an error or a page. */
async function ask(path: string, init: RequestInit & { token?: string; json?: unknown } = {}) {
  const { token, json, headers, ...rest } = init
  const answer = await fetch(api.url + path, {
    redirect: 'manual',
    ...rest,
    ...(json === undefined ? {} : { method: rest.method ?? 'POST', body: JSON.stringify(json) }),
    headers: {
      apikey: PUBLISHABLE_KEY,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
  })
  const text = await answer.text()
  if (answer.status >= 400 || text.startsWith('<!doctype')) answers.push(text)
  return { status: answer.status, text, headers: answer.headers }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'propsight-secrets-'))
  ;[database, league, mail, s3] = await Promise.all([
    temporaryDatabase(),
    startTestLeague({ clock: parseLeagueClock(CLOCK) }),
    startFakeMailServer(),
    startS3(),
  ])
  upstream = await startUpstreamProxy(league.url)
  secrets.set('database address', database.url)
  const env = {
    ...CONFIGURED_SECRETS,
    SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
    LOG_LEVEL: 'trace',
    EMBEDDED_DATABASE_URL: database.url,
    STATS_API_URL: upstream.url,
    LINES_URL: upstream.url,
    LEAGUE_CLOCK: CLOCK,
    ...s3.variables,
    BUNDLES_S3_SECRET: CONFIGURED_SECRETS.BUNDLES_S3_SECRET,
    // Unreachable, so that its failures are logged.
    REDIS_URL: `redis://:${REDIS_PASSWORD}@127.0.0.1:9`,
    MAILBOX_DIR: join(folder, 'mailbox'),
    SMTP_URL: `smtp://sender:${SMTP_PASSWORD}@127.0.0.1:${mail.port}`,
    MAIL_FROM: 'from@propsight.test',
    CONTACT_TO: 'to@propsight.test',
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: 'http://127.0.0.1:9/v1',
    AI_MODEL: 'a-model',
  }
  api = await startApiProcess(env)
  for (const stream of [api.process.stdout, api.process.stderr])
    stream?.on('data', (part) => {
      printed += part
    })
}, 120_000)
afterAll(async () => {
  await api?.stop()
  await Promise.all([upstream?.close(), mail?.close(), s3?.close()])
  await league?.close()
  await database?.remove()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

/** Uses the product in many ways, with failures. */
async function useProduct(): Promise<void> {
  const { ADMIN_KEY } = CONFIGURED_SECRETS
  const code = uniqueText('CODE').slice(0, 40)
  const email = `${randomUUID()}@example.com`
  const password = uniqueText('password')
  secrets.set('password', password).set('e-mail address', email).set('access code', code)
  expect((await ask('/api/access/create', { token: ADMIN_KEY, json: { code, maxUses: 1 } })).status).toBe(201)
  await ask('/api/access/reserve', { json: { code: `${code}x`, email, dateOfBirth: '1990-01-31' } })
  const place = await ask('/api/access/reserve', { json: { code, email, dateOfBirth: '1990-01-31' } })
  const reservation: string = JSON.parse(place.text).secret
  secrets.set('secret of the reservation', reservation)
  const client = createClient(api.url, PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data } = await client.auth.signUp({ email, password, options: { data: { reservation } } })
  const token = data.session?.access_token ?? ''
  secrets.set('access token', token).set('refresh token', data.session?.refresh_token ?? '')
  expect((await ask('/api/access/redeem', { token, json: { code } })).status).toBe(200)
  for (const wrong of [`${password}x`, ''])
    await ask('/auth/v1/token?grant_type=password', { json: { email, password: wrong } })
  await ask('/auth/v1/signup', { json: { email, password } })
  await ask('/auth/v1/recover', { json: { email } })
  const mails = JSON.parse((await ask(`/dev/mailbox/${TEST_MAILBOX_KEY}/mails.json`)).text).mails
  const link = new URL(linkIn(mails[0].text))
  const token_hash = link.searchParams.get('token_hash') ?? ''
  secrets.set('token of a mail', token_hash)
  await ask(link.pathname + link.search)
  for (let used = 0; used < 2; used += 1)
    await ask('/auth/v1/verify', { json: { token_hash, type: 'recovery' } })
  await ask('/auth/v1/verify', { json: { email, token: '123456', type: 'recovery' } })

  const adminSession = await ask('/api/admin/session', { json: { key: ADMIN_KEY } })
  secrets.set('administrator’s cookie', String(adminSession.headers.get('set-cookie')).split(/[=;]/)[1] ?? '')
  await ask('/api/admin/session', { json: { key: `${ADMIN_KEY}x` } })
  const created = JSON.parse(
    (await ask('/api/remotes/secretive/tokens', { token: ADMIN_KEY, json: { label: 'ci', days: 1 } })).text,
  )
  secrets.set('deploy token', created.token)
  const bundle = bundleOf('secretive', '1.0.0')
  await ask('/api/remotes/secretive/releases', {
    method: 'POST',
    token: created.token,
    body: formOf(deployPartOf(bundle), bundle.files),
  })
  await ask('/api/remotes/other/promote', { token: created.token, json: {} })
  mail.behave('refuse')
  await ask('/api/contact', {
    token,
    json: { name: 'Ada', email, subject: 'Hello there', message: 'Something that is long enough.' },
  })

  const run = JSON.parse(
    (
      await ask('/api/runs', {
        token,
        json: { feature: 'quick', category: 'Hits', idempotencyKey: randomUUID() },
      })
    ).text,
  )
  await ask(`/api/fetch-lines?category=Hits&runId=${run.runId}`, { token })
  await ask('/api/analyze-performance/mlb', {
    token,
    json: { runId: run.runId, extractedStats: [], numPlayers: 1 },
  })
  await ask('/api/account/export', { token })
  await ask('/api/weather/NYY')
  upstream.set(/./, { kind: 'garbage' })
  await ask('/api/games/today')
  await ask('/api/pitchers?phase=1', { token })
  upstream.heal()
  for (const path of [
    '/api/sync-picks',
    '/api/parlay/generate-parlay',
    '/api/account/delete',
    '/rest/v1/my_picks',
    '/rest/v1/rpc/add_pick',
  ])
    await ask(path, { token, json: { email, password, token, code, secret: ADMIN_KEY } })
  for (const path of ['/', '/picks', '/adminaccess', '/api/%zz', '/metrics'])
    await ask(`${path}?token=${token}&code=${code}`, {
      headers: { accept: 'text/html', cookie: `propsight-admin=${token}` },
    })
  // An invalid filter is echoed to its sender, as by the hosted service, but must not appear in the log.
  await fetch(`${api.url}/rest/v1/my_picks?id=${token}`, { headers: { apikey: PUBLISHABLE_KEY } })
  await s3.close()
  for (const path of ['/', '/bundles/secretive/1.0.0/entry.js', '/bundles/index.html']) await ask(path)
  await database.stop()
  for (const path of ['/health', '/api/account/rights', '/api/remotes', '/rest/v1/my_picks', '/auth/v1/user'])
    await ask(path, { token })
  await ask('/auth/v1/token?grant_type=password', { json: { email, password } })
}

describe('the product at log level trace', () => {
  it('keeps every secret out of its log, its error answers and its pages', async () => {
    await useProduct()
    await waitUntil('the failures of the database in the log', () => /"status":503/.test(printed))
    expect(printed.length).toBeGreaterThan(10_000)
    expect(answers.length).toBeGreaterThan(20)
    for (const [what, secret] of secrets) {
      expect(secret.length, what).toBeGreaterThan(8)
      const line = printed.split('\n').find((one) => one.includes(secret))
      expect(line?.replaceAll(secret, `<${what}>`), `${what} in the log`).toBeUndefined()
      expect(
        answers.find((one) => one.includes(secret)),
        `${what} in an answer`,
      ).toBeUndefined()
    }
  }, 120_000)

  it('has no secret in any file for browsers', () => {
    const files = globSync(['{shell,remotes/*}/dist/**/*.{js,css,json,html,map}'], { cwd: ROOT })
    const withSecrets = files.filter((file) =>
      /sb_secret_\w{8}|service_role|SUPABASE_(JWT_SECRET|SECRET_KEY)|-----BEGIN|postgres(ql)?:\/\/|psd_[\w-]{43}|eyJ[\w-]{20,}\.eyJ/.test(
        readFileSync(join(ROOT, file), 'utf8'),
      ),
    )
    expect(withSecrets).toEqual([])
  })
})
