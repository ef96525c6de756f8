import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { envOfBuilds } from '../../lib/build-environment.ts'
import { withLock } from '../../lib/lock.mjs'

/** Offline: a new remote needs only packages that are already installed. */
const OFFLINE = ['install', '--offline', '--no-frozen-lockfile', '--reporter=append-only']

function pnpm(root: string, args: string[]): Promise<string> {
  const bin = join(root, '.pnpm-bin/node_modules/.bin', process.platform === 'win32' ? 'pnpm.cmd' : 'pnpm')
  if (!existsSync(bin))
    return Promise.reject(new Error('pnpm is not here yet: any `npm run` of the root brings it'))
  return new Promise((resolve, reject) => {
    const child = spawn(bin, args, {
      cwd: root,
      env: envOfBuilds(),
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve(output) : reject(new Error(output.trim()))))
  })
}

/**
 * Links a new package of the workspace and records it in the lockfile, without a network.
 * @throws Error with pnpm's output
 */
export const linkPackages = (root: string): Promise<void> =>
  withLock(join(root, '.pnpm-bin.lock'), 'another install in this folder', async () => {
    await pnpm(root, OFFLINE)
  })
