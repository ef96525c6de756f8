import type { CommandContext } from '../context.ts'
import { usage } from '../failure.ts'
import { pathAsTyped } from '../../lib/resolve-typed-path.ts'
import type { Built } from './built-release.ts'
import { readForeign } from './external-build.ts'
import { buildWorkspace, workspaceApp } from './workspace.ts'

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
export function resolveBuilt(
  context: CommandContext,
  name: string,
  { dist, declaration, version }: BuildOptions,
): () => Promise<Built> {
  if (dist !== undefined) {
    const path = (typed: string) => pathAsTyped(typed, context.io.env)
    const built = readForeign({
      name,
      dist: path(dist),
      declaration: declaration === undefined ? undefined : path(declaration),
      version,
    })
    return async () => built
  }
  if (declaration !== undefined || version !== undefined)
    throw usage('--declaration and --version go with --dist: a build of this workspace brings its own')
  workspaceApp(name)
  return () => buildWorkspace(context, name)
}
