import { join, relative } from 'node:path'
import { buildAll } from '../../federation/build-apps.ts'
import { type App, findApps, ROOT } from '../../federation/apps.ts'
import { readRelease } from '../../federation/release-file.ts'
import { withLock } from '../../lib/lock.mjs'
import type { CommandContext } from '../context.ts'
import { failed, usage } from '../failure.ts'
import { type Built, readFiles } from './built-release.ts'

/** Finds an app of the workspace. @throws CommandFailure usage that lists the existing apps */
export function workspaceApp(name: string): App {
  const apps = findApps()
  const app = apps.find((one) => one.name === name)
  if (app) return app
  throw usage(
    `there is no '${name}' in this workspace; there is ${apps.map((one) => one.name).join(', ')}. A folder built elsewhere goes with --dist FOLDER`,
  )
}

/**
 * Builds one app and reads its files while it still holds the build lock, so that no other build can replace
 * them. An app whose inputs did not change is not built again.
 */
export async function buildWorkspace({ io, progress }: CommandContext, name: string): Promise<Built> {
  const app = workspaceApp(name)
  return progress.step('build', () =>
    withLock(
      join(ROOT, '.pnpm-bin.lock'),
      'another build in this folder',
      async () => {
        io.signal.throwIfAborted()
        await buildAll({ only: [name], log: progress.note, signal: io.signal })
        return readBuilt(app)
      },
      progress.note,
    ),
  )
}

function readBuilt({ name, folder, declaration }: App): Built {
  const dist = join(folder, 'dist')
  const release = readRelease(dist)
  if (!release) throw failed(`${dist} holds no release`)
  return {
    name,
    version: release.version,
    declaration,
    files: readFiles(dist),
    preload: declaration ? undefined : release.preload,
    folder: relative(ROOT, dist),
  }
}
