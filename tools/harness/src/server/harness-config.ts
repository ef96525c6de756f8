import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DEV_VERSION } from '@propsight/shared/contracts'
import { defineConfig, rspack } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { readDeclaration } from '../../../federation/apps.ts'
import { commonConfig } from '../../../federation/common-config.ts'
import type { ScenarioName } from '../scenarios.ts'

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
export function harnessConfig(folder: string, scenario: ScenarioName) {
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
      rspack: { plugins: [slot('remote', remote), ...(answers ? [slot('answers', answers)] : [])] },
    },
  })
}
