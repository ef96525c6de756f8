import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive } from './postgres/processes.ts'
import { type RunningPostgres, startPostgres } from './postgres.ts'

let home: string
let dir: string
let running: RunningPostgres[]
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'propsight-pg-'))
  // When started as root, the database runs as another user, which needs access to the folder.
  chmodSync(home, 0o755)
  dir = join(home, 'pg')
  running = []
})
afterEach(async () => {
  for (const server of running) await server.stop()
  rmSync(home, { recursive: true, force: true })
})

const start = async (more: { port?: number; log?: (message: string) => void } = {}) => {
  const server = await startPostgres({ dir, ...more })
  running.push(server)
  return server
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return [...(await sql.unsafe(text))]
  } finally {
    await sql.end({ timeout: 2 })
  }
}

describe('startPostgres', { timeout: 60_000 }, () => {
  it('starts version 17 on loopback with a password, and keeps its data', async () => {
    const first = await start()
    expect(first.adopted).toBe(false)
    expect(
      await query(first.url, 'create table kept (n int); insert into kept values (7) returning n'),
    ).toBeDefined()
    const [settings] = await query(
      first.url,
      `select current_setting('server_version_num')::int / 10000 as version,
        current_setting('listen_addresses') as address, current_setting('unix_socket_directories') as sockets`,
    )
    expect(settings).toEqual({ version: 17, address: '127.0.0.1', sockets: '' })
    const open = first.url.replace(/:[^:@/]+@/, ':wrong@')
    await expect(query(open, 'select 1')).rejects.toThrow(/password authentication failed/)
    await first.stop()
    expect(first.isAlive()).toBe(false)

    const second = await start({ port: first.port })
    expect(second.port).toBe(first.port)
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
    expect(statSync(join(dir, 'propsight-password')).mode & 0o777).toBe(0o600)
  })

  it('uses and reports another port when the requested one is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const taken = typeof address === 'object' && address ? address.port : 0
    const notes: string[] = []
    const server = await start({ port: taken, log: (note) => notes.push(note) })
    expect(server.port).not.toBe(taken)
    expect(notes.join()).toContain(`port ${taken} is taken`)
    other.close()
  })

  it('removes the files of an interrupted first start', async () => {
    const draft = `${dir}.init-999999`
    mkdirSync(draft, { recursive: true })
    mkdirSync(dir)
    writeFileSync(join(draft, 'PG_VERSION'), '17\n')
    await start()
    expect(existsSync(draft)).toBe(false)
  })

  it('starts again after the server was killed, and reports the exit', async () => {
    const first = await start()
    await query(first.url, 'create table kept as select 1 as n')
    const ended = new Promise<void>((listener) => first.onExit(listener))
    process.kill(first.pid, 'SIGKILL')
    await ended
    expect(first.isAlive()).toBe(false)
    const second = await start({ port: first.port })
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 1 }])
  })

  it('starts when a stale pid file names another process', async () => {
    const first = await start()
    await first.stop()
    writeFileSync(join(dir, 'postmaster.pid'), `${process.pid}\n${dir}\n0\n1\n\n127.0.0.1\n0\nready\n`)
    const second = await start()
    expect(await query(second.url, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  it('leaves the server running when its parent is killed, and adopts it', async () => {
    const parent = fork(join(import.meta.dirname, 'postgres/fixtures/start-and-stay.ts'), [dir], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    const [{ pid, port }] = (await once(parent, 'message')) as [{ pid: number; port: number }]
    await expect(startPostgres({ dir })).rejects.toThrow(`belongs to process ${parent.pid}`)
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    expect(isAlive(pid)).toBe(true)

    const adopted = await start()
    expect(adopted).toMatchObject({ adopted: true, pid, port })
    const ended = new Promise<void>((listener) => adopted.onExit(listener))
    await adopted.stop()
    await ended
    expect(isAlive(pid)).toBe(false)
  })
})
