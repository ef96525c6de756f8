import { rspack } from '@rsbuild/core'

/**
 * The federation plugin points at the CommonJS build of its runtime, of which nothing can be left out. Its module
 * build lies beside it, file by file, and loses what shell and remotes do not use.
 */
export const esmRuntime = () =>
  new rspack.NormalModuleReplacementPlugin(/@module-federation[\\/].*\.cjs$/, (resource) => {
    resource.request = resource.request.replace(/\.cjs$/, '.js')
  })

/** The plugin aliases these to CommonJS files as well; a name that stands for itself is resolved as any other. */
export const ESM_RUNTIME_ALIASES = {
  '@module-federation/runtime': '@module-federation/runtime',
  '@module-federation/runtime-tools': '@module-federation/runtime-tools',
}
