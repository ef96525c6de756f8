import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { firstFreePort, ROOT, randomFirstPort } from '@propsight/tools/testing'
import { generate } from 'selfsigned'
import { waitUntil } from '../wait-until.ts'

/** The load balancers with a sample in `deploy/`. */
export type ProxyName = 'haproxy' | 'nginx'

/** What the sample needs to run here: only addresses and paths differ. */
interface ProxySetup {
  plainPort: number
  port: number
  /** Addresses of the instances, such as `127.0.0.1:4000`. */
  instances: readonly string[]
  /** File with the certificate and its key. */
  certificate: string
}

interface Sample {
  file: string
  /** Arguments that start it in the foreground, in this folder. */
  args(file: string, folder: string): string[]
  /** The lines that name an address or a path, and what replaces each. */
  replace(setup: ProxySetup): readonly (readonly [RegExp, string])[]
}

const SAMPLES: Readonly<Record<ProxyName, Sample>> = {
  haproxy: {
    file: 'deploy/haproxy.cfg',
    args: (file) => ['-db', '-f', file],
    replace: ({ plainPort, port, instances, certificate }) => {
      const servers = (check: string) =>
        instances.map((address, at) => `    server api-${at} ${address}${check}`).join('\n')
      return [
        [/^ {4}bind :8080$/m, `    bind 127.0.0.1:${plainPort}`],
        [/^ {4}bind :8443 ssl crt \S+/m, `    bind 127.0.0.1:${port} ssl crt ${certificate}`],
        [/^ {4}server-template .* check .*$/m, servers(' check')],
        [/^ {4}server-template .*$/m, servers('')],
      ]
    },
  },
  nginx: {
    file: 'deploy/nginx.conf',
    args: (file, folder) => ['-p', folder, '-c', file, '-g', 'daemon off; pid nginx.pid; error_log stderr;'],
    replace: ({ plainPort, port, instances, certificate }) => [
      [/^ {8}listen 8080;$/m, `        listen 127.0.0.1:${plainPort};`],
      [/^ {8}listen 8443 /m, `        listen 127.0.0.1:${port} `],
      [/^ {8}(ssl_certificate(?:_key)?) \S+;$/m, `        $1 ${certificate};`],
      [/^ {8}server api:4000 (.*)$/m, instances.map((address) => `        server ${address} $1`).join('\n')],
    ],
  },
}

/** The program of this machine; `HAPROXY` and `NGINX` name another one. The tests install none. */
const program = (name: ProxyName): string => process.env[name.toUpperCase()] ?? name
export const proxyIsInstalled = (name: ProxyName): boolean => spawnSync(program(name), ['-v']).status === 0

export interface RunningProxy {
  readonly plainUrl: string
  readonly url: string
  /** Certificate that the proxy shows, PEM. */
  readonly authority: string
  /** Sends a request over TLS; the status is 0 when the connection fails. */
  get(path: string): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>
  stop(): Promise<void>
}

/** Replaces every line that matches. @throws Error if none does, because the sample has changed */
function replaceLines(config: string, line: RegExp, by: string): string {
  if (!line.test(config)) throw new Error(`the sample has no line ${line.source}`)
  return config.replace(new RegExp(line.source, 'gm'), by)
}

/** Starts a load balancer with its sample of `deploy/` in front of the instances. */
export async function startProxy(name: ProxyName, instances: readonly string[]): Promise<RunningProxy> {
  const sample = SAMPLES[name]
  const folder = mkdtempSync(join(tmpdir(), `propsight-${name}-`))
  const plainPort = await firstFreePort(randomFirstPort(), '127.0.0.1')
  const port = await firstFreePort(plainPort + 1, '127.0.0.1')
  const issued = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  const certificate = join(folder, 'site.pem')
  writeFileSync(certificate, `${issued.cert}\n${issued.private}`, { mode: 0o600 })
  const file = join(folder, 'proxy.conf')
  const setup = { plainPort, port, instances: instances.map((url) => new URL(url).host), certificate }
  const config = sample
    .replace(setup)
    .reduce(
      (before, [line, by]) => replaceLines(before, line, by),
      readFileSync(join(ROOT, sample.file), 'utf8'),
    )
  writeFileSync(file, config)

  let printed = ''
  const child: ChildProcess = spawn(program(name), sample.args(file, folder), {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      printed = (printed + part).slice(-4_000)
    })
  }
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  const url = `https://localhost:${port}`
  const agent = new Agent({ keepAlive: true, ca: issued.cert })
  const get: RunningProxy['get'] = (path) =>
    new Promise((resolve) => {
      const sent = request(`${url}${path}`, { agent, family: 4 }, (answer) => {
        text(answer).then(
          (body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
          () => resolve({ status: 0, headers: {}, body: '' }),
        )
      })
      sent.on('error', () => resolve({ status: 0, headers: {}, body: '' }))
      sent.end()
    })
  await waitUntil(name, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${printed}`)
    return (await get('/health/live')).status === 200
  })
  return {
    plainUrl: `http://127.0.0.1:${plainPort}`,
    url,
    authority: issued.cert,
    get,
    async stop() {
      agent.destroy()
      child.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
