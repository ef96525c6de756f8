import {
  CONFIG_ELEMENT_ID,
  type PageConfig,
  REGISTRY_ELEMENT_ID,
  type RegistryEntry,
  type Release,
} from '@propsight/shared/contracts'

const PRELOAD_AS: Record<string, string> = { js: 'script', mjs: 'script', css: 'style', woff2: 'font' }

export const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/**
 * A data block: never run, so it needs no permission of the policy, but `</script>` must not end it.
 * @param json text of a JSON value
 */
const jsonBlock = (id: string, json: string): string =>
  `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`

/** The block that `readPageConfig` of the shell reads. */
export const configBlock = (config: PageConfig): string =>
  jsonBlock(CONFIG_ELEMENT_ID, JSON.stringify(config))

const attributesFor = (release: Release, file: string) => {
  const integrity = release.integrity[file]
  // The same integrity and crossorigin as the use, or the browser fetches the file twice.
  return `${integrity ? ` integrity="${integrity}"` : ''} crossorigin="anonymous"`
}

/** Links for what the first view of a release needs. */
export const preloads = (release: Release, base: string): string[] =>
  release.preload.flatMap((file) => {
    const as = PRELOAD_AS[/\.([a-z0-9]+)$/.exec(file)?.[1] ?? '']
    const href = escapeAttribute(base + file)
    return as ? [`<link rel="preload" as="${as}" href="${href}"${attributesFor(release, file)}>`] : []
  })

/** The shell's own files are named relative to its release; the page is served from anywhere. */
const REFERENCE =
  /<(script|link)\b([^>]{0,500}?)\b(src|href)="(?![a-z][a-z0-9+.-]*:|\/\/|#)([^"]+)"([^>]*)>/gi

function pointAtRelease(html: string, shell: Release, base: string): string {
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

/** The shell release's page, cut where a head of our own goes: right behind the opening tag. */
export function cutAtHead(html: string, shell: Release, base: string): [before: string, after: string] {
  const page = pointAtRelease(html, shell, base)
  const head = /<head[^>]*>/i.exec(page)
  const at = head ? head.index + head[0].length : 0
  return [page.slice(0, at), page.slice(at)]
}

/** What all pages have in common that come from one shell and open the same remote first. */
export interface PageFrame {
  before: string
  after: string
}

/**
 * The shell release's own page with the first view's files preloaded, so that nothing waits for a second round trip.
 * @param html the shell release's `index.html`
 * @param base of the shell's files, with a trailing slash
 * @param first the remote that the path opens, see `entryForPath`
 */
export function framePage({
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
  const [before, after] = cutAtHead(html, shell, base)
  const links = [...preloads(shell, base), ...(first ? preloads(first, first.base) : [])]
  return { before: [before, ...links].join('\n'), after }
}

/**
 * The page for one visitor: configuration, registry and manifests inlined.
 * @param registry as JSON
 */
export const renderPage = (frame: PageFrame, config: PageConfig, registry: string): string =>
  `${frame.before}\n${configBlock(config)}\n${jsonBlock(REGISTRY_ELEMENT_ID, registry)}\n${frame.after}`

/**
 * Shown while there is no shell to show: it looks again by itself.
 * @param why one sentence
 */
export const waitingPage = (why: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Propsight is starting</title></head>
<body><main><h1>Propsight is starting</h1>
<p>${why} This page looks again every 5 seconds.</p></main></body>
</html>
`
