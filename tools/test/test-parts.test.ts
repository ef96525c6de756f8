import { describe, expect, it } from 'vitest'
import { chooseParts, FAST_TIER, NIGHTLY_TIER } from './test-parts.ts'

const named = (stages: ReturnType<typeof chooseParts>) => stages.map((stage) => stage.map(({ name }) => name))

describe('parts of a test run', () => {
  it('are all of both tiers when none is named', () => {
    const all = [...FAST_TIER, ...NIGHTLY_TIER]
    expect(chooseParts(all, [])).toEqual(all)
  })

  it('are the named ones after a build, in the order of the run', () => {
    const all = [...FAST_TIER, ...NIGHTLY_TIER]
    expect(named(chooseParts(all, ['faults', 'unit']))).toEqual([['build'], ['unit'], ['faults']])
    expect(named(chooseParts(all, ['types']))).toEqual([['types']])
  })

  it('refuse an unknown name with a list of the known ones', () => {
    expect(() => chooseParts(FAST_TIER, ['fautls'])).toThrow(/no part 'fautls'; there are: .*unit/)
  })

  it('have distinct names', () => {
    const names = [...FAST_TIER, ...NIGHTLY_TIER].flat().map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })
})

it('the checklist finds every row of docs/requirements.md, and misses all of them without a test', async () => {
  const checklist = FAST_TIER.flat().find(({ name }) => name === 'checklist')
  const missing = await checklist?.run([]).catch((error: Error) => error.message.match(/\b[A-Z]\d+\b/g))
  expect(missing).toHaveLength(68)
  expect(missing).toEqual(expect.arrayContaining(['S1', 'A13', 'C5', 'N13', 'P10', 'H6', 'W3', 'D1', 'F5']))
})
