import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createAccount } from '../../support/accounts/create-account.ts'
import { startProduct } from '../../support/product/start-product.ts'
import { isAlive, waitUntil } from '../../support/wait-until.ts'

const START = resolve(import.meta.dirname, '../../../tools/tasks/product/start.ts')
const cleanups: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
}, 60_000)

const temporaryHome = (): string => {
  const home = mkdtempSync(join(tmpdir(), 'propsight-start-'))
  chmodSync(home, 0o755)
  cleanups.push(() => rmSync(home, { recursive: true, force: true }))
  return home
}

const occupy = (port: number): Promise<Server> =>
  new Promise((done, failed) => {
    const server = createServer()
    cleanups.push(() => new Promise((closed) => server.close(closed)))
    server.once('error', failed)
    server.listen(port, '127.0.0.1', () => done(server))
  })

const portOf = (server: Server): number => {
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return address.port
}

function runStart(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; text: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [START, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        text += chunk
      })
    child.once('exit', (code) => done({ code, text }))
  })
}

describe('npm start', () => {
  it('refuses invalid options with one message that names the option', async () => {
    const cases: [string[], Record<string, string>, RegExp][] = [
      [['--date', '2019-07-15'], {}, /--date goes with --replay/],
      [['--replay', '/nowhere/at/all', '--date', '2019-07-15'], {}, /--replay: there is no folder/],
      [['--replay', tmpdir(), '--date', '2019-02-30'], {}, /--date must be a day that exists/],
      [['--replay', tmpdir()], {}, /--replay needs --date/],
      [[], { PORT: 'many' }, /PORT/],
      [[], { DATA: 'dreams' }, /DATA must be/],
      [['--nonsense'], {}, /nonsense/],
    ]
    for (const [args, env, expected] of cases) {
      const { code, text } = await runStart(args, env)
      expect({ args, code }).toEqual({ args, code: 1 })
      expect(text).toMatch(expected)
      expect(text).not.toMatch(/\n\s+at /)
    }
  }, 60_000)

  it('fails with a message when the requested port is taken', async () => {
    const port = portOf(await occupy(0))
    const { code, text } = await runStart(['--home', temporaryHome()], { PORT: String(port) })
    expect(code).toBe(1)
    expect(text).toContain(`Port ${port} is taken`)
  }, 60_000)

  it('uses another port when its default is taken, prints its address on a second start, and ends all processes', async () => {
    const taken = await occupy(4000).catch(() => null)
    const home = temporaryHome()
    const product = await startProduct({ home, env: { PORT: '' } })
    cleanups.push(() => product.stop())
    expect(new URL(product.url).port).not.toBe('4000')
    if (taken)
      expect(product.events.some((event) => /port 4000 is taken/.test(String(event.text)))).toBe(true)

    const second = await runStart(['--home', home])
    expect(second.code).toBe(0)
    expect(second.text).toContain(`already runs at ${product.url}`)

    const { api, league, database } = product.pids
    await product.stop()
    await waitUntil('every child process to exit', () => ![api, league, database].some(isAlive))
  }, 120_000)

  it('recovers accounts and picks after a SIGKILL', async () => {
    const home = temporaryHome()
    const first = await startProduct({ home, env: { RATE_LIMITS: 'off' } })
    const account = await createAccount(first)
    const row = {
      id: `pick_${Date.now()}_sigkill1`,
      user_id: account.userId,
      player_name: 'Test Player',
      sport: 'MLB',
    }
    expect((await account.client.from('my_picks').insert(row)).error).toBeNull()

    first.process.kill('SIGKILL')
    await waitUntil('API and league to exit', () => !isAlive(first.pids.api) && !isAlive(first.pids.league))

    const restarted = await startProduct({ home, env: { PORT: new URL(first.url).port, RATE_LIMITS: 'off' } })
    cleanups.push(() => restarted.stop())
    expect(restarted.url).toBe(first.url)
    const { data, error } = await account.client.from('my_picks').select('id')
    expect(error).toBeNull()
    expect(data).toEqual([{ id: row.id }])
  }, 180_000)
})
