// Service worker of the page's origin: shows pushes of alerts, and opens the site when one is clicked. It handles no
// requests, and its scope contains no page.

/** The path on this origin that an alert leads to; the start page for anything else. */
const pathOf = (data) => {
  const target = new URL(typeof data?.path === 'string' ? data.path : '/', self.location.origin)
  return target.origin === self.location.origin ? target.pathname + target.search : '/'
}

const textOf = (value) => (typeof value === 'string' ? value : '')

const readPayload = (data) => {
  try {
    return data?.json() ?? {}
  } catch {
    return {}
  }
}

self.addEventListener('push', (event) => {
  const alert = readPayload(event.data)
  event.waitUntil(
    self.registration.showNotification(textOf(alert.title) || 'Propsight', {
      body: textOf(alert.body),
      tag: textOf(alert.tag),
      data: { path: pathOf(alert) },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(pathOf(event.notification.data)))
})
