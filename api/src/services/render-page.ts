import {
  CONFIG_ELEMENT_ID,
  type PageConfig,
  REGISTRY_ELEMENT_ID,
  type Registry,
  type RegistryEntry,
  type Release,
} from '@propsight/shared/contracts'

const PRELOAD_AS: Record<string, string> = { js: 'script', mjs: 'script', css: 'style', woff2: 'font' }

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** A data block: never run, so it needs no permission of the policy, but `</script>` must not end it. */
const jsonBlock = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

const attributesFor = (release: Release, file: string) => {
  const integrity = release.integrity[file]
  // The same integrity and crossorigin as the use, or the browser fetches the file twice.
  return `${integrity ? ` integrity="${integrity}"` : ''} crossorigin="anonymous"`
}

const preloads = (release: Release, base: string) =>
  release.preload.flatMap((file) => {
    const as = PRELOAD_AS[/\.([a-z0-9]+)$/.exec(file)?.[1] ?? '']
    const href = escapeAttribute(base + file)
    return as ? [`<link rel="preload" as="${as}" href="${href}"${attributesFor(release, file)}>`] : []
  })

/** The shell's own files are named relative to its release; the page is served from anywhere. */
const REFERENCE = /<(script|link)\b([^>]*?)\b(src|href)="(?![a-z][a-z0-9+.-]*:|\/\/|#)([^"]+)"([^>]*)>/gi

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

/** The remote that a path opens first: its own tab or page, else the main app's tab at `/`. */
export function entryForPath(registry: Registry, path: string): RegistryEntry | null {
  const plain = path.toLowerCase().replace(/\/+$/, '') || '/'
  const opens = (wanted: string) =>
    registry.remotes.find(({ placement }) => {
      if (placement.mount === 'tab') return placement.path === wanted
      return placement.mount === 'page' && placement.paths.includes(wanted)
    })
  return opens(plain) ?? opens('/') ?? null
}

/**
 * The page for one visitor: the shell release's own page with configuration, registry and manifests inlined and the
 * first view's files preloaded, so that nothing waits for a second round trip.
 * @param html the shell release's `index.html`
 * @param base of the shell's files, with a trailing slash
 */
export function renderPage({
  html,
  shell,
  base,
  registry,
  config,
  path,
}: {
  html: string
  shell: Release
  base: string
  registry: Registry
  config: PageConfig
  path: string
}): string {
  const first = entryForPath(registry, path)
  const head = [
    ...preloads(shell, base),
    ...(first ? preloads(first, first.base) : []),
    jsonBlock(CONFIG_ELEMENT_ID, config),
    jsonBlock(REGISTRY_ELEMENT_ID, registry),
  ].join('\n')
  // A function, since `$` in the data would mean something in a replacement text.
  return pointAtRelease(html, shell, base).replace(/<head[^>]*>/i, (tag) => `${tag}\n${head}\n`)
}

/** Shown while no shell has been published: a fresh store, or one that lost its releases. */
export const unpublishedPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Propsight is starting</title></head>
<body><main><h1>Propsight is starting</h1>
<p>No release of the shell has been published yet. This page looks again every 5 seconds.</p></main></body>
</html>
`
