import { parseArgs } from 'node:util'
import { type ScenarioName, scenarioSchema } from '../scenarios.ts'

export const HELP = `Runs one remote alone, in a page with a scripted shell.

  pnpm --filter @propsight/NAME dev                     opens on ?scenario=signed-in
  pnpm --filter @propsight/NAME dev --scenario slow     signed-in, signed-out, no-credits, slow, failing, offline
  pnpm --filter @propsight/NAME dev --for-shell         a plain dev server, for a built shell on this machine
  pnpm --filter @propsight/NAME dev --shell ORIGIN      the same for a shell elsewhere, such as https://propsight.example
  PORT=4300 pnpm --filter @propsight/NAME dev           that port, or an error where it is taken

  --json    one event a line on standard output: {"event":"ready","url":…}
`

export interface Arguments {
  scenario: ScenarioName
  /**
   * Origin of the built shell that loads this remote; '1' for any shell on this machine, null for the
   * harness.
   */
  forShell: string | null
  json: boolean
  help: boolean
}

/**
 * Parses the command line of a remote's `dev` script. A `--` passed on by pnpm is ignored.
 * @throws Error that names the invalid argument
 */
export function readArguments(args: string[]): Arguments {
  const { values } = parseArgs({
    args: args.filter((each) => each !== '--'),
    options: {
      scenario: { type: 'string', default: 'signed-in' },
      'for-shell': { type: 'boolean', default: false },
      shell: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const scenario = scenarioSchema.safeParse(values.scenario)
  if (!scenario.success) throw new Error(`'${values.scenario}' ${scenario.error.issues[0]?.message}`)
  const { shell, json, help } = values
  if (shell !== undefined && !/^https?:$/.test(URL.parse(shell)?.protocol ?? ''))
    throw new Error(`--shell '${shell}' is not an origin such as https://propsight.example`)
  const forShell = shell ?? (values['for-shell'] ? '1' : null)
  return { scenario: scenario.data, forShell, json, help }
}
