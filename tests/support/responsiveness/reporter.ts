import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { CLS_BUDGET, RESPONSIVENESS, type Responsiveness } from './observe-pages.ts'

export type TestResponsiveness = Responsiveness & { file: string; test: string }

const WIDEST_TITLE = 70

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

interface Figure {
  what: string
  of(test: TestResponsiveness): number
  show(value: number): string
  at?(test: TestResponsiveness): string
}

const ms = (value: number) => `${value.toFixed(0)} ms`

const FIGURES: Figure[] = [
  {
    what: 'layout shift (CLS)',
    of: ({ cls }) => cls,
    show: (value) => value.toFixed(3),
    at: ({ clsAt }) => clsAt,
  },
  { what: 'longest task', of: ({ longestTaskMs }) => longestTaskMs, show: ms },
  {
    what: 'slowest interaction',
    of: ({ interactionMs }) => interactionMs,
    show: ms,
    at: ({ interactionAt }) => interactionAt,
  },
]

function row(tests: readonly TestResponsiveness[], { what, of, show, at }: Figure): string {
  const worst = tests.reduce((most, test) => (of(test) > of(most) ? test : most))
  const figures = `worst ${show(of(worst)).padStart(8)}  median test ${show(median(tests.map(of))).padStart(8)}`
  const where = of(worst) ? `  ${worst.file} › ${worst.test.slice(0, WIDEST_TITLE)} ${at?.(worst) ?? ''}` : ''
  return `  ${what.padEnd(20)} ${figures}${where.trimEnd()}\n`
}

/** Formats the summary of a browser suite: for each figure the worst test and the median. */
export function formatSummary(tests: readonly TestResponsiveness[]): string {
  const over = tests.filter(({ cls }) => cls > CLS_BUDGET)
  const overBudget = over.map(
    ({ cls, clsAt, file, test }) => `    ${cls.toFixed(3)} ${clsAt}  ${file} › ${test}\n`,
  )
  return [
    `responsiveness of ${tests.length} tests (figures of each test: test-results/feel.json)\n`,
    ...FIGURES.map((figure) => row(tests, figure)),
    `  tests over a CLS of ${CLS_BUDGET}: ${over.length}\n`,
    ...overBudget,
  ].join('')
}

const FILE = resolve(import.meta.dirname, '../../../test-results/feel.json')

/**
 * Writes the responsiveness figures of every test to `test-results/feel.json` and prints a summary of the
 * worst.
 */
export default class ResponsivenessReporter implements Reporter {
  /** By test id, so that a retry replaces the first attempt. */
  private readonly results = new Map<string, TestResponsiveness>()

  onTestEnd(test: TestCase, result: TestResult): void {
    const description = result.annotations.findLast(({ type }) => type === RESPONSIVENESS)?.description
    if (!description) return
    const file = test.location.file.split('/').at(-1) ?? ''
    this.results.set(test.id, { file, test: test.title, ...(JSON.parse(description) as Responsiveness) })
  }

  onEnd(): void {
    const tests = [...this.results.values()]
    if (!tests.length) return
    mkdirSync(dirname(FILE), { recursive: true })
    writeFileSync(FILE, `${JSON.stringify(tests, null, 1)}\n`)
    process.stdout.write(`\n${formatSummary(tests)}`)
  }
}
