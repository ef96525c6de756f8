import { join } from 'node:path'
import { buildAll } from '../build.ts'
import { checkWeights } from '../check-weights.ts'
import { STATIC_CHECKS } from '../lib/checks.ts'
import { command } from '../lib/command.ts'
import { withLock } from '../lib/lock.mjs'
import { addTally, closingLine, emptyTally, type Tally } from '../lib/report.ts'
import { ROOT } from '../lib/settings.ts'
import { browserSuite, HEAVY_PROJECTS, shardedSuite, shortTask, vitestSuite } from '../lib/suites.ts'

let sum = emptyTally()

/** A part of the run counts as one test, unless it says how many it was. */
async function part(title: string, work: () => Promise<Tally | undefined>): Promise<void> {
  const begun = performance.now()
  let tally: Tally
  try {
    tally = (await work()) ?? { passed: 1, failed: 0, skipped: 0 }
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : error}\n`)
    tally = { passed: 0, failed: 1, skipped: 0 }
  }
  sum = addTally(sum, tally)
  process.stdout.write(
    `${tally.failed ? '✗' : '✓'} ${title} · ${closingLine(tally)} · ${((performance.now() - begun) / 1000).toFixed(1)} s\n`,
  )
}

await Promise.all(
  STATIC_CHECKS.map(([title, name, args]) =>
    part(title, async () => {
      const { code, output } = await command(name, args)
      if (code !== 0) throw new Error(output)
      return undefined
    }),
  ),
)
await part('build', async () => {
  await withLock(join(ROOT, '.pnpm-bin.lock'), 'another build in this folder', () =>
    buildAll({ log: (text) => process.stdout.write(`  ${text}\n`) }),
  )
  return undefined
})
await part('weights', async () => {
  const rows = checkWeights()
  for (const row of rows)
    process.stdout.write(
      `  ${row.ok ? 'ok  ' : 'OVER'} ${row.what}: ${row.value} ${row.unit} of ${row.budget}\n`,
    )
  const failed = rows.filter((row) => !row.ok).length
  return { passed: rows.length - failed, failed, skipped: 0 }
})
await part('unit', () => vitestSuite(Object.keys(HEAVY_PROJECTS).map((project) => `--project=!${project}`)))
for (const [project, parts] of Object.entries(HEAVY_PROJECTS))
  await part(project, () => shardedSuite(project, parts))
await part('load', () => shortTask('load'))
await part('end to end', () => browserSuite())
// Alone, since each of them measures or breaks the whole product.
for (const task of ['load', 'faults', 'bench']) await part(`${task}, the short form`, () => shortTask(task))

process.stdout.write(`\n${closingLine(sum)}\n`)
process.exit(sum.failed ? 1 : 0)
