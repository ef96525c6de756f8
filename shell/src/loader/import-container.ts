import type { RegistryEntry } from '@propsight/shared/contracts'
import { FILE_TIMEOUT_MS } from './guard-elements.ts'
import { absoluteBase } from './release-records.ts'
import { timeoutSignal } from './remote-error.ts'

/**
 * Downloads a module and has the browser verify it, without running it. A preload link keeps the verified copy. It
 * follows a request, because some browsers also keep the failure of a link, and Retry would fail until a reload.
 */
async function verifyModule(url: string, integrity: string | undefined): Promise<void> {
  const answer = await fetch(url, {
    signal: timeoutSignal(FILE_TIMEOUT_MS),
    ...(integrity ? { integrity } : {}),
  }).catch((cause) => {
    throw new Error(`${url} did not load`, { cause })
  })
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
  // `guardElements` sets the hash.
  const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: url })
  await new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => reject(new Error(`${url} did not load`)))
    document.head.append(link)
  })
}

/**
 * Imports a container that is an ES module, and declares it as the global under which the federation runtime
 * finds the container of a script.
 *
 * The address of an `import` has no hash. A preload link has one, and the browser keeps one copy of a module per
 * address, so each later import uses the verified copy. Lazy chunks are verified as well before any code runs:
 * they are imported by code of the release, which the page cannot intercept.
 * @param url address of the container
 * @throws Error that names the file, or the exception of the release
 */
export async function importContainer(
  release: RegistryEntry,
  url: string,
  globalName: string,
): Promise<void> {
  // A developer's server has no hashes, and its modules change with every edit.
  const modules = Object.entries(release.integrity).filter(([file]) => /\.m?js$/.test(file))
  await Promise.all(modules.map(([file, hash]) => verifyModule(absoluteBase(release) + file, hash)))
  Reflect.set(globalThis, globalName, await import(/* webpackIgnore: true */ url))
}
