import { resolve } from 'node:path'
import { DEV_VERSION } from '@propsight/shared/contracts'
import { defineConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { commonConfig } from '../../../federation/common-config.ts'

const HARNESS = resolve(import.meta.dirname, '../..')
const FIRST_PORT = 4_400

/** Creates the build configuration of the component catalogue. It is not part of any release. */
export function uiConfig() {
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
