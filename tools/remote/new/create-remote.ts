import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RemoteDeclaration } from '@propsight/shared/contracts'
import { CannotCreate, declarationOf, type NewRemote } from './declaration.ts'
import { linkPackages } from './link-packages.ts'
import { remoteFiles } from './remote-files.ts'

export interface CreateRemoteOptions extends NewRemote {
  /** Root of the workspace. */
  root: string
  /** Links the new package; by default pnpm in offline mode. */
  link?: (root: string) => Promise<void>
}

export interface CreatedRemote {
  declaration: RemoteDeclaration
  folder: string
  /** Relative to the folder. */
  files: string[]
}

/**
 * Creates a remote that builds, runs alone, has a test and is shown in the shell, then links its package. The
 * folder is created atomically; an existing folder is never written to.
 * @throws CannotCreate when the name, path or title is taken or invalid; then nothing was written
 * @throws Error with pnpm's output when linking fails; the folder is kept, and the message names the command
 *   to run
 */
export async function createRemote(options: CreateRemoteOptions): Promise<CreatedRemote> {
  const { root, link = linkPackages } = options
  const declaration = declarationOf(options, root)
  const { name } = declaration
  const folder = join(root, 'remotes', name)
  // Below node_modules, so that pnpm does not treat it as a package of the workspace.
  const aside = join(root, 'node_modules', `.new-${name}-${process.pid}`)
  const files = remoteFiles(declaration)
  try {
    for (const [file, text] of files) {
      mkdirSync(dirname(join(aside, file)), { recursive: true })
      writeFileSync(join(aside, file), text, { flag: 'wx' })
    }
    if (existsSync(folder)) throw new CannotCreate(`remotes/${name} is there already; nothing was written`)
    renameSync(aside, folder)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
  try {
    await link(root)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(
      `remotes/${name} is written, but its package could not be linked. Run .pnpm-bin/node_modules/.bin/pnpm install\n${why}`,
      { cause: error },
    )
  }
  return { declaration, folder, files: [...files.keys()] }
}
