import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type RemoteDeclaration, remoteDeclarationSchema } from '@propsight/shared/contracts'

export const ROOT = resolve(import.meta.dirname, '../..')
export const SHELL = 'shell'

/** A unit that is built and released separately: the shell, or one remote. */
export interface App {
  name: string
  folder: string
  declaration: RemoteDeclaration | null
}

/** @throws ZodError when the folder's remote.json is not a valid declaration */
export const readDeclaration = (folder: string): RemoteDeclaration =>
  remoteDeclarationSchema.parse(JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8')))

/**
 * Finds the shell and every `remotes/*` that has a remote.json.
 * @throws Error when two folders declare the same name, or a remote declares 'shell'
 */
export function findApps(): App[] {
  const remotes = join(ROOT, 'remotes')
  const apps: App[] = readdirSync(remotes)
    .map((name) => join(remotes, name))
    .filter((folder) => existsSync(join(folder, 'remote.json')))
    .map((folder) => {
      const declaration = readDeclaration(folder)
      return { name: declaration.name, folder, declaration }
    })
  apps.unshift({ name: SHELL, folder: join(ROOT, SHELL), declaration: null })
  const twice = apps.find(({ name }, index) => apps.findIndex((other) => other.name === name) !== index)
  if (twice) throw new Error(`two apps are called '${twice.name}'`)
  return apps
}
