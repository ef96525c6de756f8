import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { remoteKitResponse } from '@propsight/shared/contracts'
import { resolveTypedPath } from '../../../lib/environment.ts'
import type { ApiClient } from '../../../remote/api/client.ts'
import type { CommandContext, CommandResult } from '../../../remote/context.ts'
import { usage } from '../../../remote/failure.ts'

/** The examples of docs/examples, which are the templates. */
export const BUNDLERS = [
  'rsbuild',
  'webpack',
  'webpack-enhanced',
  'vite',
  'vite-federation',
  'vite-svelte',
  'vite-vue',
  'vite-lit',
] as const

export interface NewOptions {
  bundler: (typeof BUNDLERS)[number]
  title?: string
}

const TEMPLATES = fileURLToPath(new URL('../templates', import.meta.url))
/** The remote of the examples. */
const EXAMPLE = { name: 'scouting', title: 'Scouting' }
/** Characters that could end a string: the title is inserted into JSON and code. */
const NOT_IN_TITLES = /["'\\<>{}`$]|[^\P{C}]/u

const titleFromName = (name: string): string => {
  const words = name.replaceAll('-', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A new JavaScript identifier from the name: `hot-streaks` → `HotStreaks`. */
const componentName = (name: string): string =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** The address of the connected installation's kit that stays available after its next release. */
export const readKitAddress = async (client: ApiClient): Promise<string> =>
  client.connection.url + (await client.ask('/api/remote-kit', remoteKitResponse)).path

/**
 * Writes a project from the template of a bundler into a new folder, with the kit of the connected installation as a
 * dependency.
 * @throws CommandFailure usage when the folder exists or the title has quotes or other characters of code
 */
export async function create(
  { io, connect }: CommandContext,
  name: string,
  { bundler, title = titleFromName(name) }: NewOptions,
): Promise<CommandResult> {
  const folder = resolveTypedPath(name, io.env)
  if (existsSync(folder)) throw usage(`${folder} is there already; nothing was written`)
  if (title.length > 40 || NOT_IN_TITLES.test(title)) throw usage(`'${title}' cannot be a title`)
  const kit = await readKitAddress(await connect())
  cpSync(join(TEMPLATES, bundler), folder, { recursive: true })
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
      .replaceAll(/\bKIT_ADDRESS\b/g, kit)
      .replaceAll(`title": "${EXAMPLE.title}"`, `title": "${title}"`)
      .replaceAll(`title: '${EXAMPLE.title}`, `title: '${title}`)
      .replaceAll(`>${EXAMPLE.title}<`, `>${title}<`)
      .replaceAll(EXAMPLE.title, componentName(name))
      .replaceAll(EXAMPLE.name, name)
    writeFileSync(file, text)
    const renamed = file.replaceAll(EXAMPLE.name, name)
    if (renamed !== file) renameSync(file, renamed)
  }
  return {
    document: { name, folder: resolve(folder), bundler },
    text: `
  ${name} is there: ${files.length} files, beginning with remote.json and the folder src

    cd ${name} && npm install
    npm run alone                    alone, with a scripted shell
    npm run build                    into dist
    npx propsight doctor             every check of a deploy
    npx propsight deploy             live
    npx propsight dev                your builds in a running Propsight
`,
  }
}

const FILE = 'package.json'
/** The kit as a dependency, with its address. */
const DEPENDENCY = /("@propsight\/remote-kit"\s*:\s*")([^"]*)(")/

/**
 * Makes the project in the current folder name the kit of the connected installation.
 * @throws CommandFailure usage when the folder has no project with the kit
 */
export async function upgrade({ connect }: CommandContext): Promise<CommandResult> {
  let text: string
  try {
    text = readFileSync(FILE, 'utf8')
  } catch {
    throw usage(`there is no ${FILE} in this folder`)
  }
  const from = DEPENDENCY.exec(text)?.[2]
  if (from === undefined) throw usage(`${FILE} has no dependency @propsight/remote-kit`)
  const to = await readKitAddress(await connect())
  if (from !== to)
    writeFileSync(
      FILE,
      text.replace(DEPENDENCY, (_, before, __, after) => before + to + after),
    )
  const next = `${FILE} names ${to}\n  before: ${from}\n\n  npm install && npm run build && npx propsight doctor\n`
  return { document: { from, to }, text: from === to ? `${to} is the current kit\n` : next }
}
