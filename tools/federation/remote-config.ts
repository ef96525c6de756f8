import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pluginModuleFederation } from '@module-federation/rsbuild-plugin'
import { defineConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'
import { buildVersion, ROOT, readDeclaration } from './apps.ts'
import { commonConfig, isDevelopment, releaseId } from './common-config.ts'
import { forShell } from './dev-for-built-shell.ts'
import { pureConstantsPlugin } from './pure-constants.ts'
import { sharedDeps } from './shared-deps.ts'
import { ESM_RUNTIME_ALIASES, esmRuntimePlugin, unusedPartsPlugin } from './unused-parts.ts'

const CHUNK_TIMEOUT_MS = 12_000

/** Module folders for a remote outside of the workspace, for packages that it has not installed itself. */
const FALLBACK_MODULE_FOLDERS = [join(ROOT, 'node_modules'), join(ROOT, 'shared/node_modules')]
const isOutsideWorkspace = (folder: string): boolean => relative(ROOT, folder).startsWith('..')

/**
 * The complete Rsbuild configuration of a remote, derived from its `remote.json`. The remote exposes
 * `./remote` and contains none of the packages that the shell shares.
 * @param folder the remote's folder, `import.meta.dirname` of its rsbuild.config.ts; may be outside of the
 *   workspace
 * @throws ZodError when remote.json is not a valid declaration
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
      pureConstantsPlugin(),
      pluginModuleFederation({
        // The runtime identifies containers by this name, so two releases on one page need different names.
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
      ...common.tools,
      htmlPlugin: false,
      rspack: {
        ...common.tools.rspack,
        // Named after the release; otherwise a hot swap silently keeps the chunks of the previous release.
        output: {
          uniqueName: id,
          chunkLoadingGlobal: `chunk_${id}`,
          crossOriginLoading: 'anonymous',
          chunkLoadTimeout: CHUNK_TIMEOUT_MS,
        },
        plugins: [esmRuntimePlugin(), unusedPartsPlugin()],
        ...(isOutsideWorkspace(folder) && {
          resolve: { modules: ['node_modules', ...FALLBACK_MODULE_FOLDERS] },
        }),
      },
    },
  })
}
