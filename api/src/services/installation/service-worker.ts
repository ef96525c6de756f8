/** The service worker that opens the product without a network (docs/adr/0072-offline-start.md). */
import { readFileSync } from 'node:fs'
import { OFFLINE_ATTRIBUTE } from '@propsight/shared/contracts'
import type { ApiEnv } from '../../platform/config/env.ts'
import type { BundleStore } from '../releases/store/bundle-store.ts'

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
