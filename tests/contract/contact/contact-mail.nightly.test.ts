import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import {
  type Behaviour,
  type FakeMailServer,
  startFakeMailServer,
  startTestApi,
  type TestApi,
} from '@propsight/api/testing'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fetchWithRetry } from '../../support/services/fetch-with-retry.ts'
import { temporaryDatabase } from '../../support/services/temporary-database.ts'
import { waitUntil } from '../../support/wait-until.ts'

const MAIN = resolve(import.meta.dirname, '../../../api/src/main.ts')

let database: Awaited<ReturnType<typeof temporaryDatabase>>
let sql: postgres.Sql
let mailServer: FakeMailServer
let api: TestApi | null = null
let child: ChildProcess | null = null

beforeAll(async () => {
  database = await temporaryDatabase()
  sql = postgres(database.url, { max: 1, onnotice: () => {} })
  mailServer = await startFakeMailServer()
})
afterEach(async () => {
  await stopApi()
  child?.kill('SIGKILL')
  child = null
  mailServer.behave('take')
  mailServer.mails.length = 0
})
afterAll(async () => {
  await sql?.end()
  await mailServer?.close()
  await database?.remove()
})

const mailEnv = (url = mailServer.url) => ({
  SMTP_URL: url,
  MAIL_FROM: 'app@propsight.example',
  CONTACT_TO: 'support@propsight.example',
})
async function startApi(instances: 1 | 2 = 1, url?: string): Promise<TestApi> {
  api = await startTestApi({ databaseUrl: database.url, instances, env: mailEnv(url) })
  return api
}
async function stopApi() {
  await api?.close()
  api = null
}
const messageOf = () => ({
  id: randomUUID(),
  name: 'Ada',
  email: 'ada@example.com',
  subject: 'bug',
  message: `It is red ${randomUUID()}`,
})
const post = (url: string, body: object) =>
  fetchWithRetry(`${url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const rowsOf = (id: string) => sql`select * from public.contact_messages where id = ${id}`
const mailsOf = (id: string) =>
  mailServer.mails.filter((mail) => mail.header('Message-ID') === `<contact-${id}@propsight.example>`)
/** Makes the next attempt due now. */
const makeDue = () => sql`update public.contact_messages set due_at = now() where sent_at is null`
const isSent = async (id: string) => (await rowsOf(id))[0]?.sent_at !== null

describe('S9 a contact message', () => {
  it.each<[string, Behaviour, number]>([
    ['refuses it', 'refuse', 1],
    ['never greets', 'hang', 1],
    ['dies during the transfer', 'die', 1],
    ['accepts it and dies before acknowledging: twice, with one Message-ID', 'forget', 2],
  ])('is mailed by the retry job when the mail server %s', async (_, behaviour, mails) => {
    const { url } = await startApi()
    const message = messageOf()
    mailServer.behave(behaviour)
    expect(await (await post(url, message)).json()).toEqual({ stored: true, sent: false })
    const [row] = await rowsOf(message.id)
    expect(row).toMatchObject({ sent_at: null, attempts: 1, last_error: expect.stringMatching(/./) })
    await stopApi()

    mailServer.behave('take')
    await makeDue()
    await startApi(2)
    await waitUntil('the message is sent', () => isSent(message.id))
    expect(mailsOf(message.id)).toHaveLength(mails)
    expect((await rowsOf(message.id))[0]).toMatchObject({ attempts: 2, last_error: null })
  })

  it('is mailed by the retry job when no mail server was reachable', async () => {
    const { url } = await startApi(1, 'smtp://127.0.0.1:9')
    const messages = [messageOf(), messageOf(), messageOf()]
    for (const message of messages) {
      expect(await (await post(url, message)).json()).toEqual({ stored: true, sent: false })
    }
    await stopApi()
    await makeDue()
    await startApi(2)
    for (const { id } of messages) {
      await waitUntil('the message is sent', () => isSent(id))
      expect(mailsOf(id)).toHaveLength(1)
    }
  })

  it('is mailed after the process was killed between storing and sending', async () => {
    const apiProcess = fork(MAIN, [], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: {
        PATH: process.env.PATH ?? '',
        LOG_LEVEL: 'silent',
        EMBEDDED_DATABASE_URL: database.url,
        SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
        SUPABASE_SECRET_KEY: 'sb_secret_test',
        SUPABASE_JWT_SECRET: 'a secret of the tests, long enough for HS256',
        BUNDLES_DIR: join(database.dir, 'no-bundles'),
        ...mailEnv(),
      },
    })
    child = apiProcess
    const [{ url }] = (await once(apiProcess, 'message')) as [{ url: string }]
    mailServer.behave('hang')
    const connected = mailServer.connections()
    const message = messageOf()
    const interruptedCall = post(url, message).catch(() => null)
    await waitUntil('the mail server to be connected', () => mailServer.connections() > connected)
    apiProcess.kill('SIGKILL')
    expect(await interruptedCall).toBeNull()
    expect((await rowsOf(message.id))[0]).toMatchObject({ sent_at: null, attempts: 1, last_error: null })

    mailServer.behave('take')
    await makeDue()
    const { url: restartedUrl } = await startApi()
    // A repeated call of the visitor reports the message as stored.
    expect(await (await post(restartedUrl, message)).json()).toMatchObject({ stored: true })
    await waitUntil('the message is sent', () => isSent(message.id))
    expect(mailsOf(message.id)).toHaveLength(1)
  })
})
