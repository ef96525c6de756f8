import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BenchOptions, Row } from '../../../tests/nightly/bench/row.ts'
import {
  appendRun,
  type BenchRun,
  describeRun,
  formatTable,
  HISTORY,
  readHistory,
} from '../../bench/bench-history.ts'
import { ROOT } from '../../start/start-settings.ts'
import { emptyTally } from '../../test/report.ts'
import { endTask } from '../../test/suites.ts'

interface Bench {
  run(options: BenchOptions): Promise<Row[]> | Row[]
  /** The reason why the short form of all benchmarks leaves this one out: it needs a browser, or minutes. */
  skippedInShortRun?: string
}

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    history: { type: 'string', default: join(ROOT, HISTORY) },
  },
  allowPositionals: true,
})
const { json, check, short, compare, history } = values

const folder = join(ROOT, 'tests/nightly/bench')
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const chosen = positionals.length ? positionals : names
const unknown = chosen.filter((name) => !names.includes(name))
if (unknown.length) {
  process.stderr.write(`No bench '${unknown.join("', '")}'; there are: ${names.join(', ')}\n`)
  process.exit(2)
}

const earlierRuns = readHistory(history)
/** The comparable runs: of the same benchmark, on a machine with the same number of cores. */
const comparableRuns = ({ bench, cores }: Pick<BenchRun, 'bench' | 'cores'>): BenchRun[] =>
  earlierRuns.filter((run) => run.bench === bench && run.cores === cores)

function print(run: BenchRun, rows: readonly Row[], before: readonly BenchRun[]): void {
  if (json) process.stdout.write(`${JSON.stringify(run)}\n`)
  else
    process.stdout.write(
      `\n${run.bench}${short ? ' (short: its times are not comparable)' : ''}\n${formatTable(rows, before)}`,
    )
}

/** Prints the last run of each benchmark compared with the runs before it, without measuring. */
function compareLast(): void {
  for (const name of chosen) {
    const last = earlierRuns.findLast((run) => run.bench === name)
    if (!last) continue
    const before = comparableRuns(last).filter((run) => run !== last)
    const rows = last.rows.flatMap(({ value, ...row }) => (value === null ? [] : [{ ...row, value }]))
    process.stdout.write(`\n${last.at} ${last.commit}, ${last.cores} cores, load ${last.load}`)
    print(last, rows as Row[], before)
  }
}

if (compare) {
  compareLast()
  process.exit(0)
}

const tally = emptyTally()
let over = 0
for (const name of chosen) {
  const { run, skippedInShortRun } = (await import(join(folder, `${name}.bench.ts`))) as Bench
  if (short && skippedInShortRun && !positionals.length) {
    process.stdout.write(`\n${name}: not in the short form: ${skippedInShortRun}\n`)
    tally.skipped += 1
    continue
  }
  const begun = performance.now()
  let rows: Row[]
  try {
    rows = await run({ short })
  } catch (error) {
    if (!short) throw error
    process.stdout.write(`\n${name} does not run: ${error instanceof Error ? error.stack : error}\n`)
    tally.failed += 1
    continue
  }
  const ended = describeRun(name, rows)
  print(ended, rows, short ? [] : comparableRuns(ended))
  // Times of the short form are not comparable.
  if (!short) appendRun(history, ended)
  const broken = rows.filter(({ ok, counted }) => ok === false && (counted || !short))
  over += broken.length
  tally[broken.length && short ? 'failed' : 'passed'] += 1
  if (!json) process.stdout.write(`  ${((performance.now() - begun) / 1_000).toFixed(1)} s\n`)
}
if (short) endTask('bench', tally)
process.exit(check && over ? 1 : 0)
