// Resolves packages without the workspace (see prepare.mjs): those of this repository in its folders, all others in
// `.remote-bin`.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const ROOT = new URL('../../../', import.meta.url)
const HOME = new URL('.remote-bin/', ROOT)
const OWN = /^@propsight\/([a-z]+)(\/.+)?$/

registerHooks({
  resolve(specifier, context, next) {
    const [, folder, path = ''] = OWN.exec(specifier) ?? []
    if (folder) {
      const { exports } = JSON.parse(readFileSync(new URL(`${folder}/package.json`, ROOT), 'utf8'))
      const file = exports[`.${path}`]
      if (typeof file !== 'string') throw new Error(`${specifier} is not exported`)
      return { url: new URL(`${folder}/${file}`, ROOT).href, shortCircuit: true }
    }
    const isPackage = /^[@a-z]/.test(specifier) && !/^(node|file|data):/.test(specifier)
    if (!isPackage || context.parentURL?.includes('/node_modules/')) return next(specifier, context)
    return next(specifier, { ...context, parentURL: pathToFileURL(new URL('index.js', HOME).pathname).href })
  },
})
