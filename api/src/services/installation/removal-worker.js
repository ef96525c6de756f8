// Replaces the service worker where SERVICE_WORKER is off: removes what it stored, and itself.

async function remove() {
  const names = (await caches.keys()).filter((name) => name.startsWith('propsight-'))
  await Promise.all(names.map((name) => caches.delete(name)))
  await self.registration.unregister()
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(remove()))
