/**
 * Makes the page appear offline to libraries that check `navigator.onLine` or listen to the `offline` event.
 */
export function goOffline(page: Window): void {
  Object.defineProperty(page.navigator, 'onLine', { configurable: true, get: () => false })
  page.addEventListener('load', () => page.dispatchEvent(new Event('offline')), { once: true })
}
