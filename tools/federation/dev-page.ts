import {
  CONFIG_ELEMENT_ID,
  DEV_VERSION,
  pageConfigSchema,
  REGISTRY_ELEMENT_ID,
  type Registry,
  type RemoteDeclaration,
  registrySchema,
} from '@propsight/shared/contracts'
import { MANIFEST_FILE } from '@propsight/shared/release'
import type { RsbuildConfig } from '@rsbuild/core'
import * as z from 'zod'

/** How the supervisor tells the shell's dev server what its page carries. */
export const DEV_PAGE_VARIABLE = 'PROPSIGHT_DEV_PAGE'
const REGISTRY_PATH = '/api/remotes'
const SERVED_BY_API = /^\/(api|auth|rest|health|dev|bundles)(\/|$)/
const CONFIG_BLOCK = new RegExp(`<script type="application/json" id="${CONFIG_ELEMENT_ID}">([^<]*)</script>`)

const devPageSchema = z.object({
  /** Address of the running API. */
  api: z.url(),
  config: pageConfigSchema,
  registry: registrySchema,
})
export type DevPage = z.infer<typeof devPageSchema>

type Setup = Extract<NonNullable<RsbuildConfig['server']>['setup'], (...given: never[]) => unknown>

/**
 * The registry of a page that takes every remote from its dev server. Without hashes: they would be wrong after the
 * first edit, and the shell asks for none where a loopback server lists none.
 */
export const devRegistry = (
  remotes: { declaration: RemoteDeclaration; url: string }[],
  now = new Date(),
): Registry => ({
  schema: 1,
  generatedAt: now.toISOString(),
  remotes: remotes.map(({ declaration, url }) => ({
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
 * The configuration that the API's page tells its shell.
 * @throws Error where the page carries none, ZodError where it is not one
 */
export function configInPage(html: string): DevPage['config'] {
  const text = CONFIG_BLOCK.exec(html)?.[1]
  if (!text) throw new Error(`the API's page carries no ${CONFIG_ELEMENT_ID}`)
  return pageConfigSchema.parse(JSON.parse(text))
}

/** @throws ZodError where the variable is set and is no page */
export function readDevPage(env: NodeJS.ProcessEnv): DevPage | null {
  const text = env[DEV_PAGE_VARIABLE]
  return text ? devPageSchema.parse(JSON.parse(text)) : null
}

const dataBlock = (id: string, value: unknown) => ({
  tag: 'script',
  attrs: { type: 'application/json', id },
  head: true,
  append: false,
  // As in the API's page: nothing in the data may end its block.
  children: JSON.stringify(value).replaceAll('<', '\\u003c'),
})

/** The two data blocks that the API's page has as well. */
export const devTags = ({ config, registry }: DevPage) => [
  dataBlock(CONFIG_ELEMENT_ID, config),
  dataBlock(REGISTRY_ELEMENT_ID, registry),
]

/**
 * Answers the registry as the page carries it. The API's would name the published releases, which the shell would then
 * swap in for what is being edited.
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

/** What the shell's dev server does beside serving the shell: hands on the API's paths, answers any other as a page. */
export const devServing = ({ api, registry }: DevPage) => ({
  setup: answerRegistry(registry),
  proxy: [{ target: api, pathFilter: (path: string) => SERVED_BY_API.test(path) }],
  historyApiFallback: true,
  // Streams go through as they come; the API compresses what is worth it.
  compress: false,
})
