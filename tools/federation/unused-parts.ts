import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rspack } from '@rsbuild/core'
import { parseSync } from 'vite'

/**
 * The federation plugin uses the CommonJS build of its runtime, which cannot be tree-shaken. This plugin
 * redirects each file to the ES module build in the same folder, from which a bundler can remove unused code.
 */
export const esmRuntimePlugin = () =>
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

/**
 * Files of libraries that are never called in the browser, but that a class or a namespace references, so
 * that a bundler cannot remove them: zod's JSON Schema conversion, its compiler (which needs eval, see
 * `no-eval.ts`) and English messages (the product has its own), passkeys, wallets, locks and a `globalThis`
 * polyfill of the auth client, and of module federation the snapshots (the shell reads manifests itself) and
 * helpers for them, the Node loader, the support for build-time remotes, and the texts of its error codes
 * (the shell has its own).
 */
const UNUSED_FILES = [
  { within: /[\\/]zod[\\/]v4[\\/]/, file: /(^|\/)(json-schema-processors|to-json-schema|doc)\.js$/ },
  { within: /[\\/]zod[\\/]v4[\\/]/, file: /locales\/en\.js$/ },
  { within: /[\\/]auth-js[\\/]dist[\\/]/, file: /\/(webauthn|ethereum|polyfills|locks)$/ },
  {
    within: /[\\/]@module-federation[\\/]runtime-core[\\/]dist/,
    file: /(generate-preload-assets|preload|snapshot\/index|helpers)\.js$/,
  },
  { within: /[\\/]@module-federation[\\/]sdk[\\/]dist/, file: /^\.\/generateSnapshotFromManifest\.js$/ },
  { within: /[\\/]@module-federation[\\/]sdk[\\/]dist/, file: /^\.\/node\.js$/ },
  {
    within: /[\\/]@module-federation[\\/]webpack-bundler-runtime[\\/]dist/,
    file: /^\.\/(remotes|getSharedFallbackGetter)\.js$/,
  },
  { within: /[\\/]@module-federation[\\/]error-codes[\\/]dist/, file: /^\.\/desc\.mjs$/ },
]
/**
 * Replacement for the SnapshotHandler. The runtime creates one per instance and reads its hooks; the shell
 * does not use its purpose, reading manifests into snapshots.
 */
const NO_SNAPSHOTS = `export class SnapshotHandler {
  hooks = { applyPlugin() {} }
  manifestCache = new Map()
}
export const getGlobalRemoteInfo = () => ({})`
const SNAPSHOT_HANDLER = /snapshot\/SnapshotHandler\.js$/

const asModule = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`

/** A module with the same exports as `file`, each a function that returns an empty object. */
function stubModule(file: string): string {
  const path = existsSync(file) ? file : `${file}.js`
  const { staticExports } = parseSync(path, readFileSync(path, 'utf8')).module
  const names = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName: { kind, name } }) => {
      if (kind === 'Default') return ['default']
      return kind === 'Name' && name !== null ? [name] : []
    }),
  )
  const code = `function absent() { return {} }\n${[...new Set(names)].map((name) => `export { absent as ${name} }`).join('\n')}`
  return asModule(code)
}

export const unusedPartsPlugin = () =>
  new rspack.NormalModuleReplacementPlugin(/^\.{1,2}\//, (resource) => {
    const { request, context } = resource
    if (SNAPSHOT_HANDLER.test(request) && /runtime-core[\\/]dist/.test(context)) {
      resource.request = asModule(NO_SNAPSHOTS)
      return
    }
    const absent = UNUSED_FILES.some(({ within, file }) => file.test(request) && within.test(`${context}/`))
    if (absent) resource.request = stubModule(join(context, request))
  })
