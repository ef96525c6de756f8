import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'

const ROOT = resolve(import.meta.dirname, '../..')
const readyMessage = z.object({ type: z.literal('ready'), compiles: z.boolean() })

export interface DevRemote {
  /** Its origin. */
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
 * A copy of a remote outside of this repository, for a test that edits it.
 * @returns its folder, which the test removes
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
 * The dev server of a remote, as a developer starts it for a shell that is a build.
 * @param folder of the remote; this repository's picks without one
 * @throws Error where it ends before it serves anything
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
  const gone = once(child, 'exit')
  const ready = once(child, 'message').then(([message]) => readyMessage.parse(message))
  const early = gone.then(() => {
    throw new Error(`the dev server of ${folder} ended before it served anything`)
  })
  // Whichever comes second is of no interest.
  early.catch(() => {})
  const { compiles } = await Promise.race([ready, early])
  if (!compiles) throw new Error(`${folder} does not compile`)
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await gone
    },
  }
}
