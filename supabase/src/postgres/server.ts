import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { isAlive, poll, readPidFile } from './processes.ts'
import type { RunAs } from './run-as.ts'

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
export async function stopServer(pid: number): Promise<void> {
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
