import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  CONTRACT_VERSION,
  type Placement,
  pathsOf,
  placementSchema,
  RESERVED_PATH_SEGMENTS,
  type RemoteDeclaration,
  remoteDeclarationSchema,
  remoteNameSchema,
} from '@propsight/shared/contracts'
import { readDeclaration } from '../../federation/apps.ts'

export interface NewRemote {
  name: string
  mount: Placement['mount']
  /** Path of a tab or a page; by default `/<name>`. An overlay has none. */
  path?: string | undefined
  /** Displayed title; by default the name in words. */
  title?: string | undefined
}

/** A remote with these options cannot be created; the message gives the reason. */
export class InvalidRemoteOptions extends Error {
  override name = 'InvalidRemoteOptions'
}

/** Names of workspace packages, which a remote must not have. */
const PACKAGES = ['shell', 'shared', 'harness', 'api', 'supabase', 'league', 'tests', 'tools', 'backtest']
const PATH = /^\/[a-z0-9-]+$/
/** Characters that could end a string or a tag: the title is inserted into code. */
const NOT_IN_TITLES = /["\\<>{}`$]|[^\P{C}]/u
/** Order of the shell's own last tab. */
const LAST_ORDER = 4

const titleFromName = (name: string): string => {
  const words = name.replaceAll('-', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function declarationsIn(root: string): RemoteDeclaration[] {
  const folder = join(root, 'remotes')
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'remote.json')))
    .map((name) => readDeclaration(join(folder, name)))
}

function checkName(name: string, root: string, others: RemoteDeclaration[]): void {
  if (!remoteNameSchema.safeParse(name).success)
    throw new InvalidRemoteOptions(
      `'${name}' cannot be a remote's name: up to 31 lowercase letters, digits and hyphens, a letter first`,
    )
  if (PACKAGES.includes(name)) throw new InvalidRemoteOptions(`'${name}' is a part of the workspace already`)
  if (existsSync(join(root, 'remotes', name)))
    throw new InvalidRemoteOptions(`remotes/${name} is there already; nothing was written`)
  if (others.some((other) => other.name === name))
    throw new InvalidRemoteOptions(`there is a remote called '${name}' already`)
}

function checkPath(path: string, others: RemoteDeclaration[]): string {
  if (!PATH.test(path))
    throw new InvalidRemoteOptions(
      `'${path}' cannot be a path: one step of lowercase letters, digits and hyphens`,
    )
  if (RESERVED_PATH_SEGMENTS.has(path.slice(1)))
    throw new InvalidRemoteOptions(`'${path}' is the product's own`)
  const owner = others.find((other) => pathsOf(other.placement).includes(path))
  if (owner) throw new InvalidRemoteOptions(`'${path}' belongs to the remote '${owner.name}'`)
  return path
}

/**
 * Creates the declaration (remote.json) of a new remote, and checks it against the existing remotes.
 * @throws InvalidRemoteOptions
 */
export function createDeclaration(options: NewRemote, root: string): RemoteDeclaration {
  const { name, mount } = options
  const others = declarationsIn(root)
  checkName(name, root, others)
  const title = (options.title ?? titleFromName(name)).trim()
  if (!title || title.length > 40 || NOT_IN_TITLES.test(title))
    throw new InvalidRemoteOptions(
      `'${title}' cannot be a title: 1 to 40 letters, without quotes, brackets or backslashes`,
    )
  if (mount === 'overlay' && options.path !== undefined)
    throw new InvalidRemoteOptions('an overlay has no path: others open it by its name')
  const orders = others.flatMap(({ placement }) => (placement.mount === 'tab' ? [placement.order] : []))
  const placed = {
    tab: () => ({
      path: checkPath(options.path ?? `/${name}`, others),
      title,
      order: Math.max(LAST_ORDER, ...orders) + 1,
    }),
    page: () => ({ paths: [checkPath(options.path ?? `/${name}`, others)], title, signIn: true }),
    overlay: () => ({ title }),
  }[mount]
  const placement = placementSchema.parse({ mount, ...placed() })
  return remoteDeclarationSchema.parse({ name, contract: CONTRACT_VERSION, placement })
}
