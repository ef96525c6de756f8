/** The browser says that it is offline, as it would: libraries that wait for the network wait here too. */
export function goOffline(page: Window): void {
  Object.defineProperty(page.navigator, 'onLine', { configurable: true, get: () => false })
  page.addEventListener('load', () => page.dispatchEvent(new Event('offline')), { once: true })
}
