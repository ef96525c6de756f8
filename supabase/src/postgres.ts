import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import type { Binaries } from './postgres/binaries.ts'
import { connectionUrl, ensureDatabase, findServer, locateBinaries } from './postgres/binaries.ts'
import { initialise, isInitialised, readPassword } from './postgres/initialise.ts'
import type { RunAs } from './postgres/processes.ts'
import {
  chooseUser,
  clusterFolder,
  findRunningOwner,
  isAlive,
  poll,
  readPidFile,
  takeOwnership,
} from './postgres/processes.ts'

/**
 * Returns the preferred loopback port when it is free, otherwise any free one.
 * @throws Error without a free port
 */
export async function freePort(preferredPort?: number): Promise<number> {
  if (preferredPort) {
    const port = await tryPort(preferredPort)
    if (port) return port
  }
  const port = await tryPort(0)
  if (!port) throw new Error('there is no free port on 127.0.0.1')
  return port
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      const found = typeof address === 'object' && address ? address.port : null
      server.close(() => resolve(found))
    })
  })
}

/** Signals in the order of their strength, with the time in milliseconds before the next one. */
const SIGNALS: [NodeJS.Signals, number][] = [
  // Fast shutdown: ends sessions, writes a checkpoint.
  ['SIGINT', 6_000],
  // Immediate shutdown: the next start performs a recovery.
  ['SIGQUIT', 3_000],
  ['SIGKILL', 1_000],
]

/** Stops a server and waits for its end. Does nothing when it has already ended. */
async function stopServer(pid: number): Promise<void> {
  for (const [signal, waitMs] of SIGNALS) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    if (await poll(() => (isAlive(pid) ? null : true), waitMs)) return
  }
}

/** Allows for the crash recovery of a busy database; a start that takes longer has failed. */
const READY_MS = 60_000

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '32MB',
  max_connections: '100',
  jit: 'off',
  timezone: 'UTC',
  // Rejected statements are expected and not logged; a failed start still logs its reason.
  log_min_messages: 'fatal',
}

/**
 * Starts a server in a separate process group, so that neither Ctrl-C nor the end of this process stops it,
 * and waits until it accepts connections.
 * @throws Error with the end of the server's log
 */
export async function launch(
  folder: string,
  port: number,
  { postgres }: Binaries,
  runAs: RunAs,
): Promise<ChildProcess> {
  const logFile = join(folder, 'propsight-server.log')
  const output = openSync(logFile, 'w', 0o600)
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(postgres, ['-D', folder, '-p', String(port), ...settings], {
    ...runAs,
    cwd: '/',
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', output, output],
    detached: true,
  })
  closeSync(output)
  let failed: Error | null = null
  child.once('error', (error) => {
    failed = error
  })
  const state = await poll(() => {
    if (failed || child.exitCode !== null || child.signalCode !== null) return 'ended'
    const file = readPidFile(folder)
    return file?.pid === child.pid && file?.ready ? 'ready' : null
  }, READY_MS)
  if (state === 'ready') {
    child.unref()
    return child
  }
  if (state === null) child.kill('SIGQUIT')
  const logEnd = readFileSync(logFile, 'utf8').slice(-2_000).trim()
  throw new Error(`PostgreSQL did not start in ${folder}: ${logEnd || 'its log is empty'}`, { cause: failed })
}

/**
 * Retries, since sessions of a killed server may hold its shared memory for a moment, and a free port may get
 * taken.
 */
const ATTEMPTS = 5
const RETRY_MS = 300
const ADOPTED_CHECK_MS = 250

export interface RunningPostgres {
  /** Address with user and password; a secret. */
  url: string
  port: number
  pid: number
  /** Whether the server was already running, started by a process that was killed. */
  adopted: boolean
  isAlive(): boolean
  /** Called once when the server ends, by itself or by `stop`. */
  onExit(listener: () => void): void
  /** Stops the server: fast shutdown first, stronger signals when it does not end in time. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL 17 on a data folder, or adopts the running server of a killed process. The server
 * outlives this process: only `stop` ends it.
 * @param dir the data folder; created when it does not exist
 * @param port preferred port on 127.0.0.1; another free port is used when it is taken
 * @param log receives messages on deviations, such as another port
 * @throws Error when a running process owns the folder, or the server does not start
 */
export async function startPostgres({
  dir,
  port: preferredPort,
  log = () => {},
}: {
  dir: string
  port?: number
  log?: (message: string) => void
}): Promise<RunningPostgres> {
  const runAs = chooseUser()
  const folder = clusterFolder(resolve(dir), runAs, log)
  const binaries = await locateBinaries(runAs, log)
  if (isInitialised(folder)) refuseWhenOwned(folder)
  initialise(folder, binaries, runAs)
  refuseWhenOwned(folder)
  const password = readPassword(folder)

  const orphan = await findServer(folder, password)
  const server = orphan
    ? { ...orphan, exit: waitForExit(orphan.pid) }
    : await start({ folder, preferredPort, binaries, runAs, log })
  takeOwnership(folder)
  if (orphan) log(`adopted the database server that an earlier run left on port ${orphan.port}`)
  await ensureDatabase(server.port, password)
  return {
    url: connectionUrl(server.port, password),
    port: server.port,
    pid: server.pid,
    adopted: orphan !== null,
    isAlive: () => isAlive(server.pid),
    onExit: (listener) => void server.exit.then(listener),
    stop: () => stopServer(server.pid),
  }
}

function refuseWhenOwned(folder: string) {
  const owner = findRunningOwner(folder)
  if (owner !== null)
    throw new Error(`the database in ${folder} belongs to process ${owner}, which still runs`)
}

async function start({
  folder,
  preferredPort,
  binaries,
  runAs,
  log,
}: {
  folder: string
  preferredPort: number | undefined
  binaries: Binaries
  runAs: RunAs
  log: (message: string) => void
}): Promise<{ pid: number; port: number; exit: Promise<void> }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(preferredPort)
    if (preferredPort && port !== preferredPort)
      log(`port ${preferredPort} is taken; the database uses ${port}`)
    try {
      const child = await launch(folder, port, binaries, runAs)
      const exit = new Promise<void>((ended) => child.once('exit', () => ended()))
      return { pid: child.pid ?? 0, port, exit }
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      await new Promise((retry) => setTimeout(retry, RETRY_MS * attempt))
    }
  }
}

/** Resolves when a process ends. Polls, because the process is not a child of this one. */
function waitForExit(pid: number): Promise<void> {
  return new Promise((done) => {
    const timer = setInterval(() => {
      if (isAlive(pid)) return
      clearInterval(timer)
      done()
    }, ADOPTED_CHECK_MS)
    timer.unref()
  })
}
