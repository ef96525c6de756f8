// `pnpm --filter @propsight/NAME dev`: runs the dev server of one remote, alone or for a production shell.
import { HELP, readArguments } from './arguments.ts'
import { serve } from './serve.ts'

try {
  const given = readArguments(process.argv.slice(2))
  if (given.help) process.stdout.write(HELP)
  else await serve(process.cwd(), given)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
}
