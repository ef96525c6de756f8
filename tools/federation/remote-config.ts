import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import { defineConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { absentParts } from './absent-parts.ts'
import { ROOT, readDeclaration } from './apps.ts'
import { buildVersion } from './build-version.ts'
import { commonConfig, isDevelopment, releaseId } from './common-config.ts'
import { ESM_RUNTIME_ALIASES, esmRuntime } from './esm-runtime.ts'
import { forShell } from './for-shell.ts'
import { sharedDeps } from './shared-deps.ts'

const CHUNK_TIMEOUT_MS = 12_000

/** Where a folder outside of the workspace finds what it has not installed itself. */
const LENT = [join(ROOT, 'node_modules'), join(ROOT, 'shared/node_modules')]
const isOutside = (folder: string): boolean => relative(ROOT, folder).startsWith('..')

/**
 * The whole build of a remote, from its `remote.json`: it exposes `./remote` and brings nothing that the shell has.
 * @param folder of the remote, `import.meta.dirname` of its rsbuild.config.ts; it may lie anywhere
 * @throws ZodError where remote.json is not a declaration
 */
export function defineRemoteConfig(folder: string) {
  const { name } = readDeclaration(folder)
  const version = buildVersion(folder, isDevelopment() ? 'development' : 'production')
  const id = releaseId(name, version).replaceAll('-', '_')
  const entry = existsSync(join(folder, 'src/remote.tsx')) ? './src/remote.tsx' : './src/remote.ts'
  const common = commonConfig(name, version)
  const hosted = isDevelopment() ? forShell(process.env) : null
  return defineConfig({
    ...common,
    server: { ...common.server, ...hosted?.server },
    dev: { ...common.dev, ...hosted?.dev },
    resolve: { alias: ESM_RUNTIME_ALIASES },
    plugins: [
      pluginReact(hosted?.react),
      pluginModuleFederation({
        // The runtime knows containers by this name: two releases on one page must not be one.
        name: id,
        filename: 'static/js/remote-entry.js',
        exposes: { './remote': entry },
        shared: sharedDeps(folder, 'remote'),
        shareStrategy: 'loaded-first',
        dts: false,
        manifest: true,
        experiments: {
          externalRuntime: true,
          optimization: { target: 'web', disableRemote: true, disableSnapshot: true },
        },
      }),
    ],
    tools: {
      htmlPlugin: false,
      rspack: {
        // Named after the release, or a hot swap silently keeps the chunks of the one before.
        output: {
          uniqueName: id,
          chunkLoadingGlobal: `chunk_${id}`,
          crossOriginLoading: 'anonymous',
          chunkLoadTimeout: CHUNK_TIMEOUT_MS,
        },
        plugins: [esmRuntime(), absentParts()],
        ...(isOutside(folder) && { resolve: { modules: ['node_modules', ...LENT] } }),
      },
    },
  })
}
