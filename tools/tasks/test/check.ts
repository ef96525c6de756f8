import { command } from '../../lib/command.ts'
import { STATIC_CHECKS } from '../../test/static-checks.ts'

/** `npm run lint`, `typecheck`, `deps` and `unused`: the static check of this name, with its output and its exit code. */
const [name, ...extra] = process.argv.slice(2)
const check = STATIC_CHECKS.find(([title]) => title === name)
if (!check) throw new Error(`no check '${name}'`)
const result = await command(check[1], [...check[2], ...extra], { show: true })
process.exit(result.code)
