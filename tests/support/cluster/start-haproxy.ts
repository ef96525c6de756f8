import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstFreePort, ROOT, randomFirstPort } from '@propsight/tools/testing'
import { waitUntil } from '../wait-until.ts'

/** The HAProxy of this machine; `HAPROXY` names another one. The tests install none. */
const HAPROXY = process.env.HAPROXY ?? 'haproxy'
export const haproxyIsInstalled = (): boolean => spawnSync(HAPROXY, ['-v']).status === 0

export interface Haproxy {
  readonly url: string
  stop(): Promise<void>
}

/** Replaces every line that matches. @throws Error if none does, because the sample has changed */
function replaceLines(text: string, line: RegExp, by: string): string {
  if (!line.test(text)) throw new Error(`deploy/haproxy.cfg has no line ${line.source}`)
  return text.replace(new RegExp(line.source, 'gm'), by)
}

/**
 * Starts HAProxy with `deploy/haproxy.cfg`. Only the addresses differ: a free port, and the instances in place of
 * the name that the container network resolves.
 */
export async function startHaproxy(instances: readonly string[]): Promise<Haproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'propsight-haproxy-'))
  const port = await firstFreePort(randomFirstPort(), '127.0.0.1')
  const servers = (check: string) =>
    instances.map((url, at) => `    server api-${at} ${new URL(url).host}${check}`).join('\n')
  let config = readFileSync(join(ROOT, 'deploy/haproxy.cfg'), 'utf8')
  config = replaceLines(config, /^ {4}bind :8080$/m, `    bind 127.0.0.1:${port}`)
  config = replaceLines(config, /^ {4}server-template .* check .*$/m, servers(' check'))
  config = replaceLines(config, /^ {4}server-template .*$/m, servers(''))
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, config)
  let printed = ''
  const child: ChildProcess = spawn(HAPROXY, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      printed = (printed + part).slice(-4_000)
    })
  }
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  const url = `http://127.0.0.1:${port}`
  await waitUntil('HAProxy', async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${printed}`)
    return fetch(`${url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
