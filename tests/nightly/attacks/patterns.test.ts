import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from '@swc/core'
import { check, type Diagnostics } from 'recheck'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')
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
export function collectPatterns(): Pattern[] {
  const files = SOURCES.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT })).filter(
    (file) => !/\.test\.ts$|\/testing\/|\/fixtures\//.test(file),
  )
  const patterns = new Map<string, Pattern>()
  for (const file of files.toSorted()) {
    const found: { source: string; flags: string }[] = []
    literalsIn(
      parseSync(readFileSync(join(ROOT, file), 'utf8'), { syntax: 'typescript', target: 'es2022' }),
      found,
    )
    for (const { source, flags } of found) patterns.set(`/${source}/${flags}`, { source, flags, file })
  }
  return [...patterns.values()]
}

/** Analysis limit per pattern; the long form (`PATTERN_CHECK_MS=20000`) takes minutes. */
const CHECK_MS = Number(process.env.PATTERN_CHECK_MS ?? 250)
/** Maximum length of a text that a contract passes to a regular expression. */
const TEXT_CHARS = 4_000
/** A hundred times the duration of a linear expression on such a text, on a busy machine. */
const BUDGET_MS = 250

/** Builds the attack text of a finding, repeated up to the maximum length. */
function attackOf({ attack }: Extract<Diagnostics, { status: 'vulnerable' }>): string {
  const { pumps, suffix } = attack
  const once = pumps.reduce((sum, { pump }) => sum + pump.length, 0)
  const times = Math.ceil(TEXT_CHARS / Math.max(1, once))
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix
}

describe('the regular expressions of the server', () => {
  const patterns = collectPatterns()
  it('are collected from the sources', () => {
    expect(patterns.length).toBeGreaterThan(100)
  })

  it('match every text that a contract allows within 250 ms', async () => {
    const slow: string[] = []
    for (const { source, flags, file } of patterns) {
      const verdict = await check(source, flags.replace(/[vd]/g, ''), { timeout: CHECK_MS })
      if (verdict.status !== 'vulnerable') continue
      const pattern = new RegExp(source, flags)
      const text = attackOf(verdict)
      const startedAt = performance.now()
      text.replace(pattern, '')
      const ms = performance.now() - startedAt
      if (ms > BUDGET_MS || verdict.complexity.type === 'exponential')
        slow.push(`${file}: /${source}/${flags}, ${verdict.complexity.summary}: ${Math.round(ms)} ms`)
    }
    expect(slow).toEqual([])
  }, 300_000)
})
