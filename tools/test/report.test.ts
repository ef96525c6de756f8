import { describe, expect, it } from 'vitest'
import { attackTable, countTests, type PartResult, summaryOf, type TestRecord } from './report.ts'

const test = (title: string, more: Partial<TestRecord> = {}): TestRecord => ({
  title,
  file: 'api/src/a.test.ts',
  seconds: 1,
  outcome: 'passed',
  secondAttempt: false,
  rerun: `rerun ${title}`,
  ...more,
})
const part = (name: string, tests: TestRecord[], more: Partial<PartResult> = {}): PartResult => ({
  name,
  seconds: 61,
  rerun: `rerun ${name}`,
  ...countTests(tests),
  ...more,
})

describe('summary of a test run', () => {
  it('ends with the closing line alone, summed over all parts', () => {
    const parts = [
      part('unit', [test('a'), test('b', { outcome: 'skipped' })]),
      part('browser', [test('c', { outcome: 'failed' })]),
    ]
    expect(summaryOf(parts, 90).split('\n').at(-1)).toBe('1 passed, 1 failed, 1 skipped')
  })

  it('prints each part with its duration, rounded to seconds', () => {
    expect(summaryOf([part('unit', [])], 119.7)).toContain('2 min 00 s')
    expect(summaryOf([part('unit', [test('a')])], 61)).toMatch(/unit +1 min 01 s {2}1 passed, 0 failed/)
  })

  it('names a failed test with the command that reruns it', () => {
    const text = summaryOf([part('unit', [test('a'), test('b', { outcome: 'failed' })])], 61)
    expect(text).toContain('api/src/a.test.ts › b\n    rerun b\n')
    expect(text).not.toContain('rerun a')
  })

  it('names a failed part without a failed test with the command that reruns the part', () => {
    expect(summaryOf([part('build', [], { failed: 1 })], 61)).toContain('  build\n    rerun build\n')
  })

  it('counts and lists the tests that passed on the second attempt', () => {
    const text = summaryOf([part('browser', [test('a', { secondAttempt: true }), test('b')])], 61)
    expect(text).toContain('1 passed on the second attempt\n  api/src/a.test.ts › a\n    rerun a')
  })

  it('lists the ten slowest tests, slowest first', () => {
    const tests = Array.from({ length: 12 }, (_, at) => test(`t${at}`, { seconds: at }))
    const listed = summaryOf([part('unit', tests)], 61).match(/› t\d+/g)
    expect(listed).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((at) => `› t${at}`))
  })
})

describe('table of the attacks', () => {
  const file = 'tests/nightly/attacks/unpaid-data.test.ts'
  const record = { file: `/clone/${file}`, attackClass: 'unpaid data', attempts: 3, result: 'all refused' }
  const rowsOf = (...args: Parameters<typeof attackTable>) =>
    attackTable(...args)
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/))

  it('sums the attempts of a class and lists its results', () => {
    const records = [record, { ...record, attempts: 4, result: 'nothing charged twice' }, record]
    expect(rowsOf(records, [test('a', { file })])).toEqual([
      ['class', 'attempts', 'result'],
      ['unpaid data', '10', 'all refused; nothing charged twice'],
    ])
  })

  it('marks the classes of a file with failed tests', () => {
    const tests = [test('a', { file }), test('b', { file, outcome: 'failed' })]
    expect(rowsOf([record], tests)[1]).toEqual(['unpaid data', '3', 'all refused, 1 tests FAILED'])
  })

  it('counts the tests of a file that recorded nothing', () => {
    const tests = [test('a', { file: 'tests/nightly/attacks/slow-clients.test.ts', outcome: 'failed' })]
    expect(rowsOf([record], tests)[1]).toEqual(['slow clients', '1 tests', '0 passed, 1 tests FAILED'])
  })
})
