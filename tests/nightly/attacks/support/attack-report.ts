import { appendFileSync } from 'node:fs'
import { expect } from 'vitest'

/**
 * Reports what a test attempted. `npm run test:all -- attacks` ends with one row per class; without that
 * command the row is printed at once. Call it after the assertions: a failed test reports no result, and its
 * class is then shown as failed.
 * @param attackClass kind of attack in a few words: 'paid data without a charge'
 * @param attempts number of requests or operations
 * @param result what happened, as measured by the test: 'all refused', 'p99 1.4 x the undisturbed value'
 */
export function recordAttempts(attackClass: string, attempts: number, result: string): void {
  const file = expect.getState().testPath ?? ''
  const output = process.env.ATTACK_REPORT
  if (output) appendFileSync(output, `${JSON.stringify({ file, attackClass, attempts, result })}\n`)
  else process.stdout.write(`attack · ${attackClass} · ${attempts} attempts · ${result}\n`)
}
