import { join } from 'node:path'
import { classNames, DIST, readProject, sharedPackages, writeDeclaration } from './project.ts'

const CONTAINER = 'container.js'

/** The `output` option of webpack for a remote. */
export function remoteOutput() {
  const { root, id } = readProject()
  return {
    path: join(root, DIST),
    clean: true,
    publicPath: 'auto',
    filename: '[name].js',
    chunkFilename: 'chunk-[contenthash:8].js',
    uniqueName: id,
    chunkLoadingGlobal: `chunk_${id}`,
  }
}

/** The `modules` option of css-loader. */
export const cssModules = () => ({
  namedExport: false,
  exportLocalsConvention: 'as-is' as const,
  localIdentName: classNames(readProject()),
})

/** Options of webpack's own ModuleFederationPlugin. */
export function containerOptions() {
  const project = readProject()
  const { id, remote } = project
  return {
    name: id,
    filename: CONTAINER,
    library: { type: 'var', name: id },
    exposes: { './remote': remote },
    shared: sharedPackages(project),
  }
}

/** Options of ModuleFederationPlugin of `@module-federation/enhanced/webpack`, which writes a manifest. */
export const federationOptions = () => ({
  ...containerOptions(),
  shareStrategy: 'loaded-first' as const,
  dts: false as const,
  manifest: true,
  experiments: { externalRuntime: true },
})

interface Compiler {
  hooks: { afterEmit: { tap(name: string, run: () => void): void } }
}

/**
 * Plugin that copies remote.json into the build.
 * @param build `container` for webpack's own ModuleFederationPlugin, which writes no manifest
 */
export function declarationPlugin(build: 'container' | 'manifest') {
  const project = readProject()
  const shared = Object.entries(sharedPackages(project)).map(
    ([name, { requiredVersion }]) => [name, requiredVersion] as const,
  )
  const container =
    build === 'container'
      ? { file: CONTAINER, global: project.id, shared: Object.fromEntries(shared) }
      : undefined
  return {
    apply: (compiler: Compiler) =>
      compiler.hooks.afterEmit.tap('propsight', () => writeDeclaration(project, container)),
  }
}
