import { classNames, readProject, sharedPackages } from './project.ts'

const CHUNK_TIMEOUT_MS = 12_000

/** The build settings of a remote, for `defineConfig` of Rsbuild. */
export function remoteConfig() {
  const project = readProject()
  return {
    output: {
      assetPrefix: 'auto' as const,
      // The content security policy does not allow data: URLs.
      dataUriLimit: 0,
      legalComments: 'none' as const,
      // Only the server reads them, for the places of errors.
      sourceMap: { js: 'hidden-source-map' as const },
      cssModules: { localIdentName: classNames(project) },
      copy: [{ from: './remote.json' }],
    },
    splitChunks: false as const,
    tools: {
      htmlPlugin: false as const,
      rspack: {
        output: {
          uniqueName: project.id,
          chunkLoadingGlobal: `chunk_${project.id}`,
          crossOriginLoading: 'anonymous' as const,
          chunkLoadTimeout: CHUNK_TIMEOUT_MS,
        },
      },
    },
  }
}

/** Options of `pluginModuleFederation` of `@module-federation/rsbuild-plugin`. */
export function federationOptions() {
  const project = readProject()
  const { id, remote } = project
  return {
    name: id,
    filename: 'container.js',
    exposes: { './remote': remote },
    shared: sharedPackages(project),
    shareStrategy: 'loaded-first' as const,
    dts: false as const,
    manifest: true,
    experiments: {
      // The runtime core of the shell is used instead of a copy.
      externalRuntime: true,
      optimization: { target: 'web' as const, disableSnapshot: true },
    },
  }
}
