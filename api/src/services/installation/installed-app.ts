/** What a browser needs to install the product and to open it offline. All releases of the shell share them. */
import { readFileSync } from 'node:fs'
import { OFFLINE_ATTRIBUTE, TOUCH_ICON_PATH } from '@propsight/shared/contracts'
import type { ApiEnv } from '../../platform/config/env.ts'
import type { BundleStore } from '../releases/store/bundle-store.ts'

/** The service worker that opens the product without a network (docs/adr/0072-offline-start.md). */

export const SERVICE_WORKER_PATH = '/service-worker.js'

export interface ServiceWorkerPorts {
  readonly env: Pick<ApiEnv, 'SERVICE_WORKER'>
  readonly bundles: Pick<BundleStore, 'readIndex'>
}

const readScript = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const WORKER = readScript('service-worker.js')
const REMOVAL_WORKER = readScript('removal-worker.js')

/**
 * The script of the service worker: the static page and its headers as constants, and the worker's code. Without a
 * static page it changes no navigation. With SERVICE_WORKER=off the script removes the worker from the browser.
 * @param headers of the response with the page
 * @param notPages paths that are not pages of the product
 */
export async function renderServiceWorker(
  { env, bundles }: ServiceWorkerPorts,
  headers: Record<string, string>,
  notPages: RegExp,
): Promise<string> {
  if (!env.SERVICE_WORKER) return REMOVAL_WORKER
  const page = (await bundles.readIndex())?.replace(/<html\b/i, `<html ${OFFLINE_ATTRIBUTE}`) ?? null
  return [
    `const PAGE = ${JSON.stringify(page)}`,
    `const HEADERS = ${JSON.stringify(headers)}`,
    `const NOT_PAGES = ${notPages}`,
    WORKER,
  ].join('\n')
}

const ICONS_PATH = '/icons/'

/** `--surface-0` of the dark theme, the default: a manifest has one colour for both. */
const BACKGROUND = '#0d1012'

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `${ICONS_PATH}${name}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

const ICONS = [
  icon('icon-192.png', 192, 'any'),
  icon('icon-512.png', 512, 'any'),
  icon('maskable-512.png', 512, 'maskable'),
]

/** The web app manifest, as JSON text. */
export const WEB_APP_MANIFEST = JSON.stringify({
  id: '/',
  name: 'Propsight',
  short_name: 'Propsight',
  description: 'Research player props: ranked lines, hit rates with their counts, saved picks.',
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: BACKGROUND,
  background_color: BACKGROUND,
  icons: ICONS,
})

/**
 * The PNG files by path. They are drawn from the shell's favicon; after a change of it run
 * `node api/src/testing/draw-icons.ts`.
 */
export const ICON_FILES: ReadonlyMap<string, Buffer> = new Map(
  [...ICONS.map(({ src }) => src), TOUCH_ICON_PATH].map((path) => {
    const file = path.slice(ICONS_PATH.length)
    return [path, readFileSync(new URL(`icons/${file}`, import.meta.url))]
  }),
)
