import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createAccount, type TestAccount } from '../../support/accounts/create-account.ts'
import { type CheckoutCopy, copyCheckout } from '../../support/product/checkout-copy.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const START_MS = 240_000
const RESTART_MS = 60_000
const PICK = `pick_${Date.now()}_devrestart`

const readyEvent = z.object({
  event: z.literal('ready'),
  url: z.string(),
  api: z.string(),
  demo: z.object({ accessCode: z.string() }),
  pids: z.object({ api: z.int(), league: z.int(), database: z.int() }),
})
const noteEvent = z.object({ event: z.literal('note'), text: z.string() })

/** Adds the parts that `copyCheckout` omits: the league, and the builds, so that the start does not build. */
function completeCopy({ folder }: CheckoutCopy): void {
  cpSync(join(ROOT, 'league/src'), join(folder, 'league/src'), { recursive: true })
  cpSync(join(ROOT, 'league/package.json'), join(folder, 'league/package.json'))
  symlinkSync(join(ROOT, 'league/node_modules'), join(folder, 'league/node_modules'))
  for (const app of [
    'shell',
    ...readdirSync(join(ROOT, 'remotes'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join('remotes', name)),
  ])
    cpSync(join(ROOT, app, 'dist'), join(folder, app, 'dist'), { recursive: true })
}

describe('npm run dev', () => {
  let copy: CheckoutCopy
  let home: string
  let dev: ChildProcess
  let ready: z.infer<typeof readyEvent>
  let account: TestAccount
  const lines: string[] = []
  let read = 0
  let wake: () => void = () => undefined

  /** Waits for the next unread event that matches the schema and the predicate. */
  async function nextEvent<T>(
    schema: z.ZodType<T>,
    matches: (event: T) => boolean,
    limitMs: number,
  ): Promise<T> {
    const deadline = AbortSignal.timeout(limitMs)
    deadline.addEventListener('abort', () => wake(), { once: true })
    for (;;) {
      for (; read < lines.length; read++) {
        const event = schema.safeParse(JSON.parse(lines[read] ?? ''))
        if (!event.success || !matches(event.data)) continue
        read += 1
        return event.data
      }
      if (deadline.aborted || dev.exitCode !== null)
        throw new Error(`no such event (exit code ${dev.exitCode})\n${lines.slice(-15).join('\n')}`)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const note = (pattern: RegExp) => nextEvent(noteEvent, ({ text }) => pattern.test(text), RESTART_MS)
  const edit = (path: string, from: string, to: string) => {
    const file = join(copy.folder, path)
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(from)
    writeFileSync(file, text.replace(from, to))
  }
  const get = async (url: string) => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${account.token}` } })
    return { status: response.status, body: await response.json() }
  }
  const savedPicks = async () => {
    const { data, error } = await account.client.from('my_picks').select('id')
    expect(error).toBeNull()
    return data
  }

  beforeAll(async () => {
    copy = copyCheckout()
    completeCopy(copy)
    home = mkdtempSync(join(tmpdir(), 'propsight-dev-'))
    // As root, the database runs under another user, which needs access.
    chmodSync(home, 0o755)
    const task = join(copy.folder, 'tools/tasks/product/dev.ts')
    dev = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', task, '--json'], {
      cwd: copy.folder,
      env: { ...process.env, PROPSIGHT_HOME: home, PORT: '0', RATE_LIMITS: 'off' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    dev.once('exit', () => wake())
    if (!dev.stdout) throw new Error('no output')
    createInterface({ input: dev.stdout }).on('line', (line) => {
      lines.push(line)
      wake()
    })
    ready = await nextEvent(readyEvent, () => true, START_MS)
    account = await createAccount({ url: ready.api, demo: ready.demo })
    const row = { id: PICK, user_id: account.userId, player_name: 'Test Player', sport: 'MLB' }
    expect((await account.client.from('my_picks').insert(row)).error).toBeNull()
  }, START_MS)
  afterAll(async () => {
    if (dev?.exitCode === null) {
      const exited = once(dev, 'exit')
      dev.kill('SIGTERM')
      await exited
    }
    copy?.remove()
    rmSync(home, { recursive: true, force: true })
  }, 60_000)

  it('serves an edit of the API under the same address, with the sessions and data from before', async () => {
    edit('api/src/routes/operations.ts', '{ live: true }', "{ live: 'edited' }")
    const { text } = await note(/restarted/)
    expect(text).toMatch(/^API restarted after api\/src\/routes\/operations\.ts changed, \d+\.\d s$/)
    expect(await get(`${ready.api}/health/live`)).toEqual({ status: 200, body: { live: 'edited' } })
    expect((await get(`${ready.api}/api/account/rights`)).status).toBe(200)
    expect(await savedPicks()).toEqual([{ id: PICK }])
    // The dev server of the page forwards API paths to the same address.
    expect((await get(`${ready.url}/api/account/rights`)).status).toBe(200)
    expect(process.kill(ready.pids.database, 0)).toBe(true)
  }, 120_000)

  it('prints the error of an edit that does not parse, and restarts when it is fixed', async () => {
    edit('api/src/routes/operations.ts', "{ live: 'edited' }", "{ live: = 'broken' }")
    const { text } = await note(/^API does not start/)
    expect(text).toMatch(/after api\/src\/routes\/operations\.ts changed.*operations\.ts:\d+.*SyntaxError/s)
    edit('api/src/routes/operations.ts', "{ live: = 'broken' }", "{ live: 'fixed' }")
    await note(/^API restarted/)
    expect(await get(`${ready.api}/health/live`)).toEqual({ status: 200, body: { live: 'fixed' } })
    expect(await savedPicks()).toEqual([{ id: PICK }])
  }, 120_000)

  it('restarts the league and the API after an edit of the domain, and both find each other', async () => {
    edit('shared/src/domain/lines/rank.ts', '\n', '\n\n')
    await note(/^league restarted after shared\/src\/domain\/lines\/rank\.ts changed/)
    await note(/^API restarted after shared\/src\/domain\/lines\/rank\.ts changed/)
    // Read from the league, because the caches of a restarted API are empty.
    expect((await get(`${ready.api}/api/games/today`)).body).toMatchObject({ missing: [], stale: false })
    expect(await savedPicks()).toEqual([{ id: PICK }])
  }, 120_000)
})
