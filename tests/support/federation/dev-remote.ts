import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'

const ROOT = resolve(import.meta.dirname, '../../..')
const readyMessage = z.object({ type: z.literal('ready'), compiles: z.boolean() })

export interface DevRemote {
  /** Origin of the dev server. */
  url: string
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  probe.close()
  await once(probe, 'close')
  return port
}

/**
 * Copies a remote to a temporary folder outside the repository, for a test that edits it.
 * @returns the folder; the test removes it
 */
export function copyRemote(name: string): string {
  const original = join(ROOT, 'remotes', name)
  const folder = mkdtempSync(join(tmpdir(), `propsight-${name}-`))
  for (const part of ['src', 'package.json', 'remote.json'])
    cpSync(join(original, part), join(folder, part), { recursive: true })
  symlinkSync(join(original, 'node_modules'), join(folder, 'node_modules'))
  const config = pathToFileURL(join(ROOT, 'tools/federation/remote-config.ts')).href
  writeFileSync(
    join(folder, 'rsbuild.config.mjs'),
    `import { defineRemoteConfig } from '${config}'\nexport default defineRemoteConfig(import.meta.dirname)\n`,
  )
  return folder
}

/**
 * Starts the dev server of a remote, to be loaded by a built shell.
 * @param folder of the remote; default: `remotes/picks`
 * @throws Error if the process ends before it is ready, or if the remote does not compile
 */
export async function startDevRemote(folder = join(ROOT, 'remotes/picks')): Promise<DevRemote> {
  const port = await freePort()
  const child = fork(join(ROOT, 'tools/federation/dev-server-process.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      PROPSIGHT_DEV_APP: folder,
      PROPSIGHT_FOR_SHELL: '1',
    },
  })
  const exited = once(child, 'exit')
  const ready = once(child, 'message').then(([message]) => readyMessage.parse(message))
  const early = exited.then(() => {
    throw new Error(`the dev server of ${folder} exited before it was ready`)
  })
  // Prevents an unhandled rejection when the process ends after it was ready.
  early.catch(() => {})
  const { compiles } = await Promise.race([ready, early])
  if (!compiles) throw new Error(`${folder} does not compile`)
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await exited
    },
  }
}
