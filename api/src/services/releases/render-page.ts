import {
  APP_MANIFEST_PATH,
  CONFIG_ELEMENT_ID,
  type DataSource,
  MODULE_TYPE,
  manifestSchema,
  type PageConfig,
  REGISTRY_ELEMENT_ID,
  type RegistryEntry,
  type Release,
  type Theme,
  TOUCH_ICON_PATH,
} from '@propsight/shared/contracts'
import type { ApiEnv } from '../../platform/config/env.ts'

/** What the configuration of a page is made of. */
export interface PagePorts {
  readonly env: Pick<
    ApiEnv,
    | 'CLOSED_REGIONS'
    | 'HELPLINES'
    | 'PASSWORD_MIN_LENGTH'
    | 'SERVICE_WORKER'
    | 'SMTP_URL'
    | 'SUPABASE_PUBLISHABLE_KEY'
    | 'SUPABASE_URL'
  >
  readonly version: string
  readonly mailbox: object | null
  dataSource(): DataSource
}

/**
 * The configuration inlined into the page for the shell. Every visitor can read it, so it must not contain
 * secrets.
 */
export const buildPageConfig = ({ env, version, mailbox, dataSource }: PagePorts): PageConfig => ({
  supabaseUrl: env.SUPABASE_URL ?? '',
  publishableKey: env.SUPABASE_PUBLISHABLE_KEY,
  apiUrl: '',
  dataSource: dataSource(),
  mailbox: mailbox !== null,
  contact: env.SMTP_URL !== undefined,
  closedRegions: [...env.CLOSED_REGIONS],
  passwordMinLength: env.PASSWORD_MIN_LENGTH,
  serviceWorker: env.SERVICE_WORKER,
  helplines: env.HELPLINES,
  version,
})

const INSTALL_LINKS = [
  `<link rel="manifest" href="${APP_MANIFEST_PATH}">`,
  `<link rel="apple-touch-icon" href="${TOUCH_ICON_PATH}">`,
]

const PRELOAD_AS: Record<string, string> = { js: 'script', mjs: 'script', css: 'style', woff2: 'font' }

export const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/**
 * A script element with data. It is not executed, so the content security policy need not allow it. `<` is
 * escaped, so that `</script>` in the data does not end it.
 * @param json a value as JSON text
 */
const jsonBlock = (id: string, json: string): string =>
  `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`

/** The element that `readPageConfig` of the shell reads. */
export const configBlock = (config: PageConfig): string =>
  jsonBlock(CONFIG_ELEMENT_ID, JSON.stringify(config))

const attributesFor = (release: Release, file: string) => {
  const integrity = release.integrity[file]
  // The same integrity and crossorigin as the later use; otherwise the browser fetches the file twice.
  return `${integrity ? ` integrity="${integrity}"` : ''} crossorigin="anonymous"`
}

/**
 * Preload links for the files that the first view of a release needs.
 * @param hasModules whether its scripts are ES modules
 */
export const preloads = (release: Release, base: string, hasModules = false): string[] =>
  release.preload.flatMap((file) => {
    const as = PRELOAD_AS[/\.([a-z0-9]+)$/.exec(file)?.[1] ?? '']
    if (!as) return []
    const rel = hasModules && as === 'script' ? 'rel="modulepreload"' : `rel="preload" as="${as}"`
    return [`<link ${rel} href="${escapeAttribute(base + file)}"${attributesFor(release, file)}>`]
  })

/** Whether the container of a registry entry is an ES module; false while its manifest is not in memory. */
const hasModules = ({ manifest }: RegistryEntry): boolean =>
  manifestSchema.safeParse(manifest).data?.metaData.remoteEntry.type === MODULE_TYPE

/** References with relative addresses. The page is served at any path, so they are made absolute. */
const REFERENCE =
  /<(script|link)\b([^>]{0,500}?)\b(src|href)="(?![a-z][a-z0-9+.-]*:|\/\/|#)([^"]+)"([^>]*)>/gi

function rewriteReferences(html: string, shell: Release, base: string): string {
  return html.replace(
    REFERENCE,
    (_all, tag: string, before: string, name: string, path: string, after: string) => {
      const file = path.replace(/^(\.?\/)+/, '').replace(new RegExp(`^bundles/${shell.name}/[^/]+/`), '')
      const rest = `${before}${after}`
        .replace(/\s(integrity|crossorigin)(="[^"]*")?/gi, '')
        .replace(/\s+/g, ' ')
        .trimEnd()
      const loads = tag.toLowerCase() === 'script' || /\brel="?(stylesheet|preload|modulepreload)/i.test(rest)
      return `<${tag}${rest} ${name}="${escapeAttribute(base + file)}"${loads ? attributesFor(shell, file) : ''}>`
    },
  )
}

/**
 * The page of the shell release, split behind the opening head tag, where the API inserts its own elements.
 */
export function splitAtHead(html: string, shell: Release, base: string): [before: string, after: string] {
  const page = rewriteReferences(html, shell, base)
  const head = /<head[^>]*>/i.exec(page)
  const at = head ? head.index + head[0].length : 0
  return [page.slice(0, at), page.slice(at)]
}

/** The common parts of all pages with the same shell release and the same first remote. */
export interface PageFrame {
  before: string
  after: string
}

/**
 * The page of the shell release with preload links for the first view, which save a round trip.
 * @param html `index.html` of the shell release
 * @param base base address of the shell's files, with a trailing slash
 * @param first registry entry of the remote that the path opens, see `findEntryForPath`
 */
export function buildPageFrame({
  html,
  shell,
  base,
  first,
}: {
  html: string
  shell: Release
  base: string
  first: RegistryEntry | null
}): PageFrame {
  const [before, after] = splitAtHead(html, shell, base)
  const links = [...preloads(shell, base), ...(first ? preloads(first, first.base, hasModules(first)) : [])]
  return { before: [before, ...links, ...INSTALL_LINKS].join('\n'), after }
}

/**
 * The page for one visitor, with inlined configuration, registry and manifests.
 * @param registry registry as JSON text
 * @param theme replaces the system's theme
 */
export function renderPage(frame: PageFrame, config: PageConfig, registry: string, theme: Theme): string {
  const before = frame.before.replace(/(<html[^>]* data-theme=")system"/, `$1${theme}"`)
  return `${before}\n${configBlock(config)}\n${jsonBlock(REGISTRY_ELEMENT_ID, registry)}\n${frame.after}`
}

/** The page for a preview link that shows nothing any more. */
export const ENDED_PREVIEW_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Preview ended</title></head>
<body><main><h1>This preview has ended</h1>
<p>Its link has expired or was revoked, or its release was withdrawn. Ask its team for another link.</p>
<p><a href="/">Open Propsight</a></p></main></body>
</html>
`

/**
 * The page shown while no shell is published. It reloads every five seconds.
 * @param why reason, one sentence
 */
export const waitingPage = (why: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Propsight is starting</title></head>
<body><main><h1>Propsight is starting</h1>
<p>${why} This page looks again every 5 seconds.</p></main></body>
</html>
`
