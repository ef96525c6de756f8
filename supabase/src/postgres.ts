import { resolve } from 'node:path'
import { type Binaries, locateBinaries } from './postgres/binaries.ts'
import { connectionUrl, ensureDatabase, findServer } from './postgres/find-server.ts'
import { initialise, isInitialised, readPassword } from './postgres/initialise.ts'
import { findRunningOwner, isAlive, takeOwnership } from './postgres/processes.ts'
import { chooseUser, clusterFolder, type RunAs } from './postgres/run-as.ts'
import { freePort, launch, stopServer } from './postgres/server.ts'

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
