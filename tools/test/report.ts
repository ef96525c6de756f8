/** Counts of test results. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
}

/** One test of a run, with the command that runs it alone. */
export interface TestRecord {
  /** The test's title, preceded by the titles of its groups. */
  title: string
  /** Path relative to the root of the repository. */
  file: string
  seconds: number
  outcome: 'passed' | 'failed' | 'skipped'
  /** Whether it failed first and passed when it was retried. */
  secondAttempt: boolean
  rerun: string
}

export interface SuiteResult extends Tally {
  tests: TestRecord[]
}

/** A part of a run, such as `unit` or `browser`. */
export interface PartResult extends SuiteResult {
  name: string
  seconds: number
  /** The command that runs this part alone. */
  rerun: string
}

const SLOWEST = 10

export const emptyTally = (): Tally => ({ passed: 0, failed: 0, skipped: 0 })

export const addTally = (sum: Tally, part: Tally): Tally => ({
  passed: sum.passed + part.passed,
  failed: sum.failed + part.failed,
  skipped: sum.skipped + part.skipped,
})

export const countTests = (tests: readonly TestRecord[]): SuiteResult => {
  const count = (outcome: TestRecord['outcome']) => tests.filter((test) => test.outcome === outcome).length
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    tests: [...tests],
  }
}

/** The closing line of `npm test`. */
export const closingLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`

function duration(seconds: number): string {
  const rounded = Math.round(seconds)
  if (rounded < 60) return `${seconds.toFixed(1)} s`
  return `${Math.floor(rounded / 60)} min ${String(rounded % 60).padStart(2, '0')} s`
}

/** The line that is printed when a part ends. */
export const partLine = (part: PartResult): string =>
  `${part.failed ? '✗' : '✓'} ${part.name} · ${closingLine(part)} · ${duration(part.seconds)}`

/**
 * The end of a run: parts with durations, the slowest tests, tests that passed on a second attempt, and
 * failures with the commands that rerun them. The closing line comes last, alone on its line.
 */
export function summaryOf(parts: readonly PartResult[], seconds: number): string {
  const tests = parts.flatMap((part) => part.tests)
  const width = Math.max(...parts.map(({ name }) => name.length))
  const lines = ['', 'parts']
  for (const part of parts)
    lines.push(`  ${part.name.padEnd(width)}  ${duration(part.seconds).padStart(12)}  ${closingLine(part)}`)
  lines.push(`  ${'in all'.padEnd(width)}  ${duration(seconds).padStart(12)}`)

  const slowest = tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  if (slowest.length > 0) lines.push('', 'slowest tests')
  for (const { seconds: took, file, title } of slowest)
    lines.push(`  ${duration(took).padStart(12)}  ${file} › ${title}`)

  const retried = tests.filter(({ secondAttempt }) => secondAttempt)
  if (retried.length > 0) lines.push('', `${retried.length} passed on the second attempt`)
  for (const { file, title, rerun } of retried) lines.push(`  ${file} › ${title}`, `    ${rerun}`)

  const failed = tests.filter(({ outcome }) => outcome === 'failed')
  const failedParts = parts.filter((part) => part.failed > 0)
  if (failedParts.length > 0) lines.push('', 'failed; each with the command that reruns it')
  for (const { file, title, rerun } of failed) lines.push(`  ${file} › ${title}`, `    ${rerun}`)
  for (const part of failedParts)
    if (part.tests.every(({ outcome }) => outcome !== 'failed'))
      lines.push(`  ${part.name}`, `    ${part.rerun}`)

  lines.push('', closingLine(parts.reduce<Tally>(addTally, emptyTally())))
  return lines.join('\n')
}

/** What a test of the attacks recorded with `recordAttempts`. */
export interface AttackRecord {
  /** Absolute path of the test file. */
  file: string
  attackClass: string
  attempts: number
  result: string
}

/**
 * The attacks of a run as a table of class, attempts and result. A test file that recorded nothing is one row
 * with its number of tests. Failed tests are counted in the rows of their file.
 */
export function attackTable(records: readonly AttackRecord[], tests: readonly TestRecord[]): string {
  const rows: string[][] = []
  for (const [file, own] of Map.groupBy(tests, (test) => test.file)) {
    const failed = own.filter(({ outcome }) => outcome === 'failed').length
    const verdict = failed > 0 ? `, ${failed} tests FAILED` : ''
    const recorded = records.filter((record) => record.file.endsWith(file))
    for (const [attackClass, group] of Map.groupBy(recorded, (record) => record.attackClass)) {
      const attempts = group.reduce((sum, record) => sum + record.attempts, 0)
      const results = [...new Set(group.map(({ result }) => result))].join('; ')
      rows.push([attackClass, String(attempts), results + verdict])
    }
    if (recorded.length > 0) continue
    const attackClass = (file.split('/').at(-1) ?? file).replace('.test.ts', '').replaceAll('-', ' ')
    rows.push([attackClass, `${own.length} tests`, `${own.length - failed} passed${verdict}`])
  }
  const cells = [['class', 'attempts', 'result'], ...rows]
  const width = (column: number) => Math.max(...cells.map((row) => row[column]?.length ?? 0))
  const [first, second] = [width(0), width(1)]
  return cells
    .map(([name = '', attempts = '', result = '']) =>
      `  ${name.padEnd(first)}  ${attempts.padStart(second)}  ${result}`.trimEnd(),
    )
    .join('\n')
}
