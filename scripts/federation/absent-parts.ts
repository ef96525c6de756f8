import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rspack } from '@rsbuild/core'

/**
 * Files of libraries that hang on to a class or a namespace, so that no bundler can leave them out, and that nothing
 * in a browser of ours ever calls: schemas as JSON Schema and zod's English texts (ours are our own), passkeys and
 * wallets, the federation's snapshots (the shell reads manifests itself) and its Node loader.
 */
const ABSENT = [
  { within: /[\\/]zod[\\/]v4[\\/]/, file: /(^|\/)(json-schema-processors|to-json-schema)\.js$/ },
  { within: /[\\/]zod[\\/]v4[\\/]/, file: /locales\/en\.js$/ },
  { within: /[\\/]auth-js[\\/]dist[\\/]/, file: /\/(webauthn|ethereum)$/ },
  {
    within: /[\\/]@module-federation[\\/]runtime-core[\\/]dist/,
    file: /(generate-preload-assets|preload|snapshot\/index)\.js$/,
  },
  { within: /[\\/]@module-federation[\\/]sdk[\\/]dist/, file: /^\.\/node\.js$/ },
]
const NAMES = /^export (?:const|let|class|(?:async )?function) (\w+)/gm
const NAME_LISTS = /^export \{([^}]+)\}/gm

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
  return `data:text/javascript,${encodeURIComponent(code)}`
}

export const absentParts = () =>
  new rspack.NormalModuleReplacementPlugin(/^\.{1,2}\//, (resource) => {
    const { request, context } = resource
    const absent = ABSENT.some(({ within, file }) => file.test(request) && within.test(`${context}/`))
    if (absent) resource.request = emptied(join(context, request))
  })
