// `pnpm --filter @propsight/NAME dev`: runs the dev server of one remote, alone or for a production shell.

import { loadConfig, mergeRsbuildConfig, type RsbuildConfig } from '@rsbuild/core'
import { readDeclaration } from '../../../federation/apps.ts'
import { FOR_SHELL_VARIABLE } from '../../../federation/dev-for-built-shell.ts'
import { runDevServer } from '../../../federation/dev-server.ts'
import { type Arguments, HELP, readArguments } from './arguments.ts'
import { harnessConfig } from './harness-config.ts'

const FIRST_PORT_FOR_SHELL = 4_200

function readyText(name: string, url: string, forShell: Arguments['forShell']): string {
  if (!forShell) return `\n  ${name} runs alone at ${url}\n\n  An edit shows at once. Ctrl-C stops.\n\n`
  return `
  ${name} is served at ${url}, for a shell that is a build

  Signed in as a developer, open the product with ?dev-remote=${name}@${url}
  Ctrl-C stops.

`
}

/** Starts the dev server of the remote in this folder (see `runDevServer`) and prints its URL. */
export async function serve(folder: string, { scenario, forShell, json }: Arguments): Promise<void> {
  process.env.NODE_ENV = 'development'
  // Read by the remote's build: a production shell cannot run React's development build.
  if (forShell) process.env[FOR_SHELL_VARIABLE] = forShell
  const { name } = readDeclaration(folder)
  const config: RsbuildConfig = forShell
    ? mergeRsbuildConfig(
        { server: { port: FIRST_PORT_FOR_SHELL } },
        (await loadConfig({ cwd: folder })).content,
      )
    : harnessConfig(folder, scenario)
  const server = await runDevServer(folder, config)
  const url = forShell ? server.url : `${server.url}/?scenario=${scenario}`
  const compiles = await server.compiles
  process.stdout.write(
    json
      ? `${JSON.stringify({ event: 'ready', name, url, forShell: forShell !== null, compiles })}\n`
      : readyText(name, url, forShell),
  )
}

try {
  const options = readArguments(process.argv.slice(2))
  if (options.help) process.stdout.write(HELP)
  else await serve(process.cwd(), options)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
}
