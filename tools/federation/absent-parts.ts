import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rspack } from '@rsbuild/core'

/**
 * Files of libraries that hang on to a class or a namespace, so that no bundler can leave them out, and that nothing
 * in a browser of ours ever calls: schemas as JSON Schema and zod's English texts (ours are our own), passkeys,
 * wallets and a polyfill of `globalThis`, the federation's snapshots (the shell reads manifests itself), its Node
 * loader, what a build that names its remotes would need, and the prose of its error codes (the shell has words of its
 * own).
 */
const ABSENT = [
  { within: /[\\/]zod[\\/]v4[\\/]/, file: /(^|\/)(json-schema-processors|to-json-schema)\.js$/ },
  { within: /[\\/]zod[\\/]v4[\\/]/, file: /locales\/en\.js$/ },
  { within: /[\\/]auth-js[\\/]dist[\\/]/, file: /\/(webauthn|ethereum|polyfills)$/ },
  {
    within: /[\\/]@module-federation[\\/]runtime-core[\\/]dist/,
    file: /(generate-preload-assets|preload|snapshot\/index)\.js$/,
  },
  { within: /[\\/]@module-federation[\\/]sdk[\\/]dist/, file: /^\.\/generateSnapshotFromManifest\.js$/ },
  { within: /[\\/]@module-federation[\\/]sdk[\\/]dist/, file: /^\.\/node\.js$/ },
  {
    within: /[\\/]@module-federation[\\/]webpack-bundler-runtime[\\/]dist/,
    file: /^\.\/(remotes|getSharedFallbackGetter)\.js$/,
  },
  { within: /[\\/]@module-federation[\\/]error-codes[\\/]dist/, file: /^\.\/desc\.mjs$/ },
]
const NAMES = /^export (?:const|let|class|(?:async )?function) (\w+)/gm
const NAME_LISTS = /^export \{([^}]+)\}/gm

/**
 * The runtime makes one of these for every instance and asks it for its hooks; what it is for, reading manifests into
 * snapshots, the shell does not use.
 */
const NO_SNAPSHOTS = `export class SnapshotHandler {
  hooks = { applyPlugin() {} }
  manifestCache = new Map()
}
export const getGlobalRemoteInfo = () => ({})`
const SNAPSHOT_HANDLER = /snapshot\/SnapshotHandler\.js$/

const asModule = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`

/** A module with the same names, each a function that gives an empty object. */
function emptied(file: string): string {
  const source = readFileSync(existsSync(file) ? file : `${file}.js`, 'utf8')
  const listed = [...source.matchAll(NAME_LISTS)].flatMap(([, list = '']) =>
    list.split(',').map((item) => item.trim().replace(/^.* as /, '')),
  )
  const names = new Set(
    [...[...source.matchAll(NAMES)].map(([, name = '']) => name), ...listed].filter(Boolean),
  )
  if (/^export default /m.test(source)) names.add('default')
  const code = `function absent() { return {} }\n${[...names].map((name) => `export { absent as ${name} }`).join('\n')}`
  return asModule(code)
}

export const absentParts = () =>
  new rspack.NormalModuleReplacementPlugin(/^\.{1,2}\//, (resource) => {
    const { request, context } = resource
    if (SNAPSHOT_HANDLER.test(request) && /runtime-core[\\/]dist/.test(context)) {
      resource.request = asModule(NO_SNAPSHOTS)
      return
    }
    const absent = ABSENT.some(({ within, file }) => file.test(request) && within.test(`${context}/`))
    if (absent) resource.request = emptied(join(context, request))
  })
