import { rspack } from '@rsbuild/core'

/**
 * The federation plugin uses the CommonJS build of its runtime, which cannot be tree-shaken. This plugin
 * redirects each file to the ES module build in the same folder, from which a bundler can remove unused code.
 */
export const esmRuntime = () =>
  new rspack.NormalModuleReplacementPlugin(/@module-federation[\\/].*\.cjs$/, (resource) => {
    resource.request = resource.request.replace(/\.cjs$/, '.js')
  })

/**
 * The federation plugin aliases these to CommonJS files. An alias to the same name restores the normal
 * resolution.
 */
export const ESM_RUNTIME_ALIASES = {
  '@module-federation/runtime': '@module-federation/runtime',
  '@module-federation/runtime-tools': '@module-federation/runtime-tools',
}
