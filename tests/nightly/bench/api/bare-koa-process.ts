import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { RawAnswer } from './raw-call.ts'

const MAIN = resolve(import.meta.dirname, 'bare-koa.ts')

/** Starts a bare Koa in a separate process that answers every request with these bytes. */
export async function startBareKoa({ headers, bytes }: RawAnswer) {
  const folder = mkdtempSync(join(tmpdir(), 'propsight-bench-'))
  const file = join(folder, 'answer.json')
  const type = headers['content-type'] ?? 'application/octet-stream'
  const encoding = headers['content-encoding'] ?? ''
  writeFileSync(file, JSON.stringify({ type, encoding, bytes: bytes.toString('base64') }))
  const child = fork(MAIN, [file], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { NODE_ENV: 'production' },
  })
  // The log is read, as that of the API.
  child.stdout?.resume()
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  const url = await new Promise<string>((ready, failed) => {
    child.once('message', (message) => ready((message as { url: string }).url))
    void exited.then(() => failed(new Error('the bare Koa did not start')))
  })
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.disconnect()
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
