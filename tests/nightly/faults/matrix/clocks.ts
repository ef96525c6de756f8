import { writeFileSync } from 'node:fs'
import type { Fault } from '../../../support/faults/fault.ts'
import type { Stage } from '../../../support/faults/environment.ts'

const HOUR_MS = 3_600_000
const SECONDS = 6

function setClocks({ cluster, clockFile }: Stage, offsetMs: number): void {
  writeFileSync(clockFile, String(offsetMs))
  for (const { process: instance } of cluster.instances) instance.kill('SIGUSR2')
}

/**
 * Shifts the clock of the API processes by a stub. The database keeps the clock of the machine. Tokens that a
 * jump expires are correctly refused, and sessions created during the jump may be refused afterwards.
 */
const jump = (name: string, hours: number): Fault => ({
  ...{ name, seconds: SECONDS, mayFail: 'all' },
  strike: ({ stage }) => setClocks(stage, hours * HOUR_MS),
  heal: ({ stage }) => setClocks(stage, 0),
})

export const CLOCK_FAULTS: readonly Fault[] = [jump('clock 6 h ahead', 6), jump('clock 6 h behind', -6)]
