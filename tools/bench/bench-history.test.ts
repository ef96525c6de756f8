import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { appendRun, type BenchRun, describeChange, describeRun, readHistory } from './bench-history.ts'
import { multiplierFor } from './cpu-slowdown.ts'

const runs = (what: string, values: number[], unit = 'ms'): BenchRun[] =>
  values.map((value) => ({
    at: '2026-11-22T00:00:00Z',
    bench: 'board',
    commit: 'abc',
    cores: 4,
    node: '24',
    load: 0,
    rows: [{ what, value, unit }],
  }))
const row = (what: string, value: number, unit = 'ms') => ({ what, value, unit })

describe('describeChange', () => {
  it('marks a figure as worse only when it exceeds the spread of earlier runs', () => {
    const before = runs('first card', [100, 140, 120])
    expect(describeChange(row('first card', 159), before)).toEqual({
      last: 120,
      relative: 39 / 120,
      worse: false,
    })
    expect(describeChange(row('first card', 161), before)?.worse).toBe(true)
    expect(describeChange(row('first card', 20), before)?.worse).toBe(false)
  })
})

describe('benchmark history', () => {
  const folder = mkdtempSync(join(tmpdir(), 'propsight-history-'))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('reads the appended runs and names an invalid line', () => {
    const file = join(folder, 'deep/history.jsonl')
    expect(readHistory(file)).toEqual([])
    const run = describeRun('board', [row('a', 1), row('b', Number.NaN)])
    appendRun(file, run)
    expect(readHistory(file)).toEqual([run])
    expect(run.rows[1]?.value).toBeNull()
    writeFileSync(file, '{"at":1}\n')
    expect(() => readHistory(file)).toThrow('line 1')
  })
})

it('multiplierFor returns the Lighthouse slowdown of each machine class', () => {
  expect([2_100, 1_500, 1_499, 800, 799, 130].map(multiplierFor)).toEqual([4, 4, 2, 2, 1, 1])
})
