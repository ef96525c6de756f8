import { measureStructure } from '../../test/code-structure.ts'

/** `npm run house`: prints the figures of the code's structure; exit code 1 if one exceeds its limit. */
const { figures, sizes } = measureStructure()
for (const { what, value, limit, ok, exceeding } of figures) {
  process.stdout.write(`${ok ? 'ok  ' : 'OVER'} ${what}: ${value} (${limit})\n`)
  for (const each of exceeding) process.stdout.write(`       ${each}\n`)
}
for (const { what, value, goal } of sizes)
  process.stdout.write(`${value <= goal ? 'met ' : 'goal'} ${what}: ${value} (goal ${goal})\n`)
process.exit(figures.every(({ ok }) => ok) ? 0 : 1)
