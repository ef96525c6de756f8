import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { FEEL, type Feel } from './observe-pages.ts'
import { type FeltTest, feelSummary } from './summary.ts'

const FILE = resolve(import.meta.dirname, '../../../test-results/feel.json')

/**
 * Writes the responsiveness figures of every test to `test-results/feel.json` and prints a summary of the
 * worst.
 */
export default class FeelReporter implements Reporter {
  /** By test id, so that a retry replaces the first attempt. */
  private readonly felt = new Map<string, FeltTest>()

  onTestEnd(test: TestCase, result: TestResult): void {
    const noted = result.annotations.findLast(({ type }) => type === FEEL)?.description
    if (!noted) return
    const file = test.location.file.split('/').at(-1) ?? ''
    this.felt.set(test.id, { file, test: test.title, ...(JSON.parse(noted) as Feel) })
  }

  onEnd(): void {
    const tests = [...this.felt.values()]
    if (!tests.length) return
    mkdirSync(dirname(FILE), { recursive: true })
    writeFileSync(FILE, `${JSON.stringify(tests, null, 1)}\n`)
    process.stdout.write(`\n${feelSummary(tests)}`)
  }
}
