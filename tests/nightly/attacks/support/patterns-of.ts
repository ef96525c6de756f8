import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from '@swc/core'

const ROOT = resolve(import.meta.dirname, '../../../..')
/** Code that processes texts of users, upstreams and remotes on the server. */
const SOURCES = ['api/src', 'shared/src/{contracts,domain,client,release}', 'supabase/src']

export interface Pattern {
  source: string
  flags: string
  /** The last file, in alphabetical order, that contains it. */
  file: string
}

function literalsIn(node: unknown, found: { source: string; flags: string }[]): void {
  if (node === null || typeof node !== 'object') return
  if ('type' in node && node.type === 'RegExpLiteral' && 'pattern' in node && 'flags' in node)
    found.push({ source: String(node.pattern), flags: String(node.flags) })
  for (const inner of Object.values(node)) literalsIn(inner, found)
}

/** Collects the distinct regular expression literals in the sources of the server. */
export function patternsOf(): Pattern[] {
  const files = SOURCES.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT })).filter(
    (file) => !/\.test\.ts$|\/testing\/|\/fixtures\//.test(file),
  )
  const known = new Map<string, Pattern>()
  for (const file of files.toSorted()) {
    const found: { source: string; flags: string }[] = []
    literalsIn(
      parseSync(readFileSync(join(ROOT, file), 'utf8'), { syntax: 'typescript', target: 'es2022' }),
      found,
    )
    for (const { source, flags } of found) known.set(`/${source}/${flags}`, { source, flags, file })
  }
  return [...known.values()]
}
