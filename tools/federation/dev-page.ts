import {
  CONFIG_ELEMENT_ID,
  DEV_VERSION,
  MANIFEST_FILE,
  pageConfigSchema,
  REGISTRY_ELEMENT_ID,
  type Registry,
  type RemoteDeclaration,
  registrySchema,
} from '@propsight/shared/contracts'
import type { RsbuildConfig } from '@rsbuild/core'
import * as z from 'zod'

/**
 * Environment variable through which `npm run dev` passes the page's data to the shell's dev server, as JSON.
 */
export const DEV_PAGE_VARIABLE = 'PROPSIGHT_DEV_PAGE'
const REGISTRY_PATH = '/api/remotes'
const SERVED_BY_API =
  /^\/((api|auth|rest|health|dev|bundles)(\/|$)|((service|push)-worker\.js|manifest\.webmanifest)$)/
const CONFIG_BLOCK = new RegExp(`<script type="application/json" id="${CONFIG_ELEMENT_ID}">([^<]*)</script>`)

const devPageSchema = z.object({
  /** Address of the running API. */
  api: z.url(),
  config: pageConfigSchema,
  registry: registrySchema,
})
export type DevPage = z.infer<typeof devPageSchema>

type Setup = Extract<NonNullable<RsbuildConfig['server']>['setup'], (...parameters: never[]) => unknown>

/**
 * The registry of a page that loads every remote from its dev server. It has no hashes: they would be wrong
 * after the first edit, and the shell requires none from a loopback server.
 */
export const devRegistry = (remotes: { declaration: RemoteDeclaration; url: string }[]): Registry => ({
  schema: 1,
  generatedAt: new Date().toISOString(),
  // The names of extensions are compared with the module, and are not in a registry (ADR 63).
  remotes: remotes.map(({ declaration: { extensions: _, ...declaration }, url }) => ({
    ...declaration,
    version: DEV_VERSION,
    base: new URL('/', url).href,
    entry: MANIFEST_FILE,
    globalName: null,
    shared: [],
    integrity: {},
    preload: [],
    size: 0,
  })),
})

/**
 * Reads the page configuration from the HTML of the API's page.
 * @throws Error when the page has no configuration, ZodError when it is invalid
 */
export function readPageConfig(html: string): DevPage['config'] {
  const text = CONFIG_BLOCK.exec(html)?.[1]
  if (!text) throw new Error(`the API's page has no ${CONFIG_ELEMENT_ID}`)
  return pageConfigSchema.parse(JSON.parse(text))
}

/**
 * The page's data, or null outside of `npm run dev`. @throws ZodError when the variable is set but invalid
 */
export function readDevPage(env: NodeJS.ProcessEnv): DevPage | null {
  const text = env[DEV_PAGE_VARIABLE]
  return text ? devPageSchema.parse(JSON.parse(text)) : null
}

const dataBlock = (id: string, value: unknown) => ({
  tag: 'script',
  attrs: { type: 'application/json', id },
  head: true,
  append: false,
  // As in the API's page: escaped, so that `</script>` in the data cannot end the block.
  children: JSON.stringify(value).replaceAll('<', '\\u003c'),
})

/** The two data blocks, equal to those of the API's page. */
export const devDataBlocks = ({ config, registry }: DevPage) => [
  dataBlock(CONFIG_ELEMENT_ID, config),
  dataBlock(REGISTRY_ELEMENT_ID, registry),
]

/**
 * Serves the registry of the page. The API's registry lists the published releases, and the shell would
 * replace the edited remotes with them.
 */
const answerRegistry =
  (registry: Registry): Setup =>
  (context) => {
    if (context.action !== 'dev') return
    context.server.middlewares.use((request, response, next) => {
      if (request.method !== 'GET' || request.url?.split('?')[0] !== REGISTRY_PATH) return next()
      response.setHeader('content-type', 'application/json')
      response.setHeader('cache-control', 'no-store')
      response.end(JSON.stringify(registry))
    })
  }

/**
 * Further settings of the shell's dev server: forwards the API's paths, and answers any other path with the
 * page.
 */
export const devServerSettings = ({ api, registry }: DevPage) => ({
  setup: answerRegistry(registry),
  proxy: [{ target: api, pathFilter: (path: string) => SERVED_BY_API.test(path) }],
  historyApiFallback: true,
  // Compression would delay streams; the API compresses its own answers.
  compress: false,
})
