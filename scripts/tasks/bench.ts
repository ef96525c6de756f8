import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BenchOptions, Row } from '../lib/bench-row.ts'
import { ROOT } from '../lib/settings.ts'

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
  allowPositionals: true,
})

const folder = join(ROOT, 'tests/bench')
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const chosen = positionals.length ? positionals : names
const unknown = chosen.filter((name) => !names.includes(name))
if (unknown.length) {
  process.stderr.write(`No bench '${unknown.join("', '")}'; there are: ${names.join(', ')}\n`)
  process.exit(2)
}

const format = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2))
let over = 0
for (const name of chosen) {
  const { run } = (await import(join(folder, `${name}.bench.ts`))) as {
    run(options: BenchOptions): Promise<Row[]>
  }
  const rows = await run({ short: false })
  over += rows.filter((row) => row.ok === false).length
  if (values.json) {
    process.stdout.write(`${JSON.stringify({ bench: name, rows })}\n`)
    continue
  }
  process.stdout.write(`\n${name}\n`)
  const width = Math.max(...rows.map((row) => row.what.length))
  for (const row of rows) {
    const budget =
      row.budget === undefined ? '' : `  budget ${format(row.budget)} ${row.unit}  ${row.ok ? 'ok' : 'OVER'}`
    process.stdout.write(
      `  ${row.what.padEnd(width)}  ${format(row.value).padStart(10)} ${row.unit}${budget}\n`,
    )
  }
}
process.exit(values.check && over ? 1 : 0)
