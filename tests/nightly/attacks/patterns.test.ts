import { check, type Diagnostics } from 'recheck'
import { describe, expect, it } from 'vitest'
import { patternsOf } from './support/patterns-of.ts'

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
  const patterns = patternsOf()
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
      const begun = performance.now()
      text.replace(pattern, '')
      const ms = performance.now() - begun
      if (ms > BUDGET_MS || verdict.complexity.type === 'exponential')
        slow.push(`${file}: /${source}/${flags}, ${verdict.complexity.summary}: ${Math.round(ms)} ms`)
    }
    expect(slow).toEqual([])
  }, 300_000)
})
