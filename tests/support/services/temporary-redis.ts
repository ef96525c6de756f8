import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { firstFreePort, randomFirstPort } from '@propsight/tools/testing'
import { waitUntil } from '../wait-until.ts'

export interface TemporaryRedis {
  readonly url: string
  /** Process id of the running server. */
  pid(): number
  kill(signal: NodeJS.Signals): void
  /** Restarts on the same port without data, as after a crash without persistence. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Whether this machine has a Redis server. The tests install none. */
export const redisIsInstalled = (): boolean => spawnSync('redis-server', ['--version']).status === 0

/** Starts a separate Redis without persistence, which tests may kill and pause. */
export async function startTemporaryRedis(): Promise<TemporaryRedis> {
  const port = await firstFreePort(randomFirstPort(), '127.0.0.1')
  const settings = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no']
  let child: ChildProcess
  let exited: Promise<void>
  const launch = async () => {
    let printed = ''
    child = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout?.on('data', (part) => {
      printed += part
    })
    exited = new Promise((done) => child.once('exit', () => done()))
    await waitUntil('redis', () => printed.includes('Ready to accept connections'), 10_000)
  }
  await launch()
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: () => child.pid ?? 0,
    kill(signal) {
      child.kill(signal)
    },
    async restart() {
      child.kill('SIGKILL')
      await exited
      await launch()
    },
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
