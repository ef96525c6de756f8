// `pnpm --filter @propsight/NAME dev`: runs the dev server of one remote, alone or for a production shell.

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DEV_VERSION } from '@propsight/shared/contracts'
import { defineConfig, loadConfig, mergeRsbuildConfig, type RsbuildConfig, rspack } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { readDeclaration } from '../../../federation/apps.ts'
import { commonConfig } from '../../../federation/common-config.ts'
import { FOR_SHELL_VARIABLE } from '../../../federation/dev-for-built-shell.ts'
import { runDevServer } from '../../../federation/dev-server.ts'
import type { ScenarioName } from '../scenarios.ts'
import { type Arguments, HELP, readArguments } from './arguments.ts'

const PAGE = resolve(import.meta.dirname, '../page')
const FIRST_PORT = 4_300

/** Returns the path of the first of these files that exists. */
const firstExisting = (folder: string, ...files: string[]): string | undefined =>
  files.map((file) => join(folder, file)).find((file) => existsSync(file))

/**
 * Creates the build configuration of the harness for one remote. The remote's sources replace the slots, in
 * one build without federation, so that hot reload keeps the state.
 * @throws Error if the folder has no src/remote.ts, ZodError if its remote.json is invalid
 */
function harnessConfig(folder: string, scenario: ScenarioName) {
  const declaration = readDeclaration(folder)
  const remote = firstExisting(folder, 'src/remote.ts', 'src/remote.tsx')
  if (!remote) throw new Error(`${folder} has no src/remote.ts`)
  const answers = firstExisting(folder, 'src/dev/answers.ts', 'src/dev/answers.tsx')
  const common = commonConfig(declaration.name, DEV_VERSION)
  const slot = (file: string, by: string) =>
    new rspack.NormalModuleReplacementPlugin(new RegExp(`slots[\\\\/]${file}\\.ts$`), by)
  return defineConfig({
    ...common,
    server: { port: FIRST_PORT, ...common.server },
    dev: { assetPrefix: '/' },
    source: {
      entry: { index: join(PAGE, 'toolbar/index.tsx'), frame: join(PAGE, 'frame/index.tsx') },
      define: {
        'import.meta.env.BUILD_VERSION': JSON.stringify(DEV_VERSION),
        'import.meta.env.HARNESS_DECLARATION': JSON.stringify(declaration),
        'import.meta.env.HARNESS_SCENARIO': JSON.stringify(scenario),
      },
    },
    output: { ...common.output, assetPrefix: '/', distPath: { root: 'node_modules/.harness' } },
    plugins: [pluginReact()],
    tools: {
      ...common.tools,
      rspack: { plugins: [slot('remote', remote), ...(answers ? [slot('answers', answers)] : [])] },
    },
  })
}

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
