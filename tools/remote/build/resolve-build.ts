import { join, relative } from 'node:path'
import { type App, findApps, ROOT } from '../../federation/apps.ts'
import { readRelease } from '../../federation/release-file.ts'
import { withLock } from '../../lib/lock.mjs'
import { resolveTypedPath } from '../../lib/resolve-typed-path.ts'
import type { CommandContext } from '../context.ts'
import { failed, usage } from '../failure.ts'
import { type BuiltRelease, readFiles } from './built-release.ts'
import { readExternalBuild } from './external-build.ts'

/** Finds an app of the workspace. @throws CommandFailure usage that lists the existing apps */
export function workspaceApp(name: string): App {
  const apps = findApps()
  const app = apps.find((one) => one.name === name)
  if (app) return app
  throw usage(
    `this workspace has no app '${name}'; the apps are ${apps.map((one) => one.name).join(', ')}. For a folder that was built elsewhere, use --dist FOLDER`,
  )
}

/**
 * Builds one app and reads its files while it still holds the build lock, so that no other build can replace
 * them. An app whose inputs did not change is not built again.
 */
export async function buildWorkspace({ io, progress }: CommandContext, name: string): Promise<BuiltRelease> {
  const app = workspaceApp(name)
  return progress.step('build', () =>
    withLock(
      join(ROOT, '.pnpm-bin.lock'),
      'another build in this folder',
      async () => {
        io.signal.throwIfAborted()
        const { buildAll } = await import('../../federation/build-apps.ts')
        await buildAll({ only: [name], log: progress.note, signal: io.signal })
        return readBuilt(app)
      },
      progress.note,
    ),
  )
}

function readBuilt({ name, folder, declaration }: App): BuiltRelease {
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

export interface BuildOptions {
  dist?: string
  declaration?: string
  version?: string
}

/**
 * Resolves the build of a command: the workspace's app of that name, or the folder of `--dist`. Wrong usage
 * throws immediately; the slow build runs only when the returned function is called.
 * @returns a function that builds the app, or returns the folder that was built elsewhere
 */
export function resolveBuild(
  context: CommandContext,
  name: string,
  { dist, declaration, version }: BuildOptions,
): () => Promise<BuiltRelease> {
  if (dist !== undefined) {
    const path = (typed: string) => resolveTypedPath(typed, context.io.env)
    const built = readExternalBuild({
      name,
      dist: path(dist),
      declaration: declaration === undefined ? undefined : path(declaration),
      version,
    })
    return async () => built
  }
  if (declaration !== undefined || version !== undefined)
    throw usage('--declaration and --version require --dist: a build of this workspace has its own')
  workspaceApp(name)
  return () => buildWorkspace(context, name)
}
