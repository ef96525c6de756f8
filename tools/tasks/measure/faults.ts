import { parseArgs } from 'node:util'
import { FAULTS } from '../../../tests/nightly/faults/matrix/index.ts'
import { startLoad } from '../../../tests/support/faults/background-load.ts'
import { measureMemory, startFaultEnvironment } from '../../../tests/support/faults/environment.ts'
import { openPages } from '../../../tests/support/faults/open-pages.ts'
import { type Outcome, runFault } from '../../../tests/support/faults/run-fault.ts'
import { emptyTally } from '../../test/report.ts'
import { endTask } from '../../test/suites.ts'

const MB = 1024 ** 2
const WARM_UP_LIMIT_MS = 60_000

const { values } = parseArgs({
  allowNegative: true,
  options: {
    short: { type: 'boolean', default: false },
    // `--no-pages` runs faster, without a browser.
    pages: { type: 'boolean', default: true },
    list: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
  },
})
const chosen = FAULTS.filter(({ name, short }) =>
  values.only.length ? values.only.some((part) => name.includes(part)) : short || !values.short,
)
if (values.list || chosen.length === 0) {
  process.stdout.write(
    `${FAULTS.map(({ name, short }) => `${name}${short ? '  (short)' : ''}`).join('\n')}\n`,
  )
  process.exit(values.list ? 0 : 2)
}

const width = Math.max(...FAULTS.map(({ name }) => name.length))
const cells = (name: string, rest: string[]) =>
  `${name.padEnd(width)}  ${rest.map((one) => one.padStart(9)).join(' ')}`
function formatRow({ name, seconds, during, recoveryMs, memoryBytes, broken, skipped }: Outcome): string {
  if (skipped) return `${name.padEnd(width)}  skipped: ${skipped}`
  const figures = [
    seconds.toFixed(1),
    ...[during.ok, during.failed, during.late].map(String),
    recoveryMs === null ? 'never' : (recoveryMs / 1000).toFixed(1),
    (memoryBytes / MB).toFixed(0),
    broken.length ? 'BROKEN' : 'ok',
  ]
  return [cells(name, figures), ...broken.map((what) => `  ✗ ${what}`)].join('\n')
}

function stateOf({ skipped, broken }: Outcome): 'passed' | 'failed' | 'skipped' {
  if (skipped) return 'skipped'
  return broken.length ? 'failed' : 'passed'
}

const tally = emptyTally()
const environment = await startFaultEnvironment()
const load = startLoad(environment.cluster.url, environment.bettors)
/** Null in the short form, which must be fast on any machine. */
let pages: Awaited<ReturnType<typeof openPages>> | null = null
/** Stops every process and unmounts every file system, also after a failure. */
async function end(): Promise<void> {
  await pages?.close()
  await load.stop()
  await environment.stop()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void environment.stop().finally(() => process.exit(1)))
try {
  await load.recovered(WARM_UP_LIMIT_MS)
  if (values.pages && !values.short) pages = await openPages(environment)
  const memoryBefore = await measureMemory(environment)
  process.stdout.write(
    `\n${cells('fault', ['fault s', 'ok', 'failed', 'late', 'recover s', 'heap MB', 'checks'])}\n`,
  )
  for (const fault of chosen) {
    const outcome = await runFault(fault, { environment, load, pages }, memoryBefore)
    tally[stateOf(outcome)] += 1
    process.stdout.write(`${formatRow(outcome)}\n`)
  }
} catch (error) {
  tally.failed += 1
  process.stdout.write(`✗ the run ended early: ${error instanceof Error ? error.message : String(error)}\n`)
} finally {
  await end().catch((error: unknown) => {
    tally.failed += 1
    process.stdout.write(`✗ ${String(error)}\n`)
  })
}
endTask('faults', tally)
