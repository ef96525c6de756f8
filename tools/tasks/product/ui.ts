import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { DEV_VERSION } from '@propsight/shared/contracts'
import { createRsbuild, defineConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { commonConfig } from '../../federation/common-config.ts'
import { runDevServer } from '../../federation/dev-server.ts'

// `npm run ui`: serves a page with every UI component in every state; `-- --build` writes it to tools/harness/dist.

const HARNESS = resolve(import.meta.dirname, '../../harness')
const FIRST_PORT = 4_400

/** Creates the build configuration of the component catalogue. It is not part of any release. */
function uiConfig() {
  const common = commonConfig('ui', DEV_VERSION)
  return defineConfig({
    ...common,
    root: HARNESS,
    server: { port: FIRST_PORT, ...common.server },
    dev: { assetPrefix: '/' },
    source: { ...common.source, entry: { index: resolve(HARNESS, 'src/page/ui/index.tsx') } },
    output: { ...common.output, distPath: { root: resolve(HARNESS, 'dist') } },
    html: { title: 'Components · Propsight' },
    plugins: [pluginReact()],
  })
}

const { values } = parseArgs({
  options: { build: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
})
const say = (event: object, text: string) =>
  process.stdout.write(values.json ? `${JSON.stringify(event)}\n` : text)
process.env.NODE_ENV = values.build ? 'production' : 'development'

if (values.build) {
  const rsbuild = await createRsbuild({ config: uiConfig() })
  const { close } = await rsbuild.build()
  await close()
  const folder = rsbuild.context.distPath
  say({ event: 'built', folder }, `The components are built into ${folder}\n`)
} else {
  const server = await runDevServer(HARNESS, uiConfig())
  const compiles = await server.compiles
  say(
    { event: 'ready', url: server.url, compiles },
    `\n  Every component in every state: ${server.url}\n\n  An edit shows at once. Ctrl-C stops.\n\n`,
  )
}
