import type { Services } from '../../state/services.ts'

/** Served by the API from the origin of the page. Its scope contains no page, so it handles pushes only. */
const WORKER = '/push-worker.js'
const SCOPE = '/push-worker/'

/** Why this browser cannot receive pushes, as a sentence; null if it can. */
export function pushObstacle(): string | null {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'This browser does not support push.'
  return Notification.permission === 'denied'
    ? 'Notifications of this site are blocked in the settings of this browser.'
    : null
}

const currentSubscription = async (): Promise<PushSubscription | null> => {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Whether a subscription receives what the server signs with this key; push services refuse other keys. */
function isOfKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey
  if (key === null) return true
  const base64 = btoa(String.fromCharCode(...new Uint8Array(key)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey
}

/** Whether this browser is subscribed. @param publicKey key of the server, base64url */
export async function hasPush(publicKey: string): Promise<boolean> {
  const subscription = pushObstacle() === null ? await currentSubscription() : null
  return subscription !== null && isOfKey(subscription, publicKey)
}

/**
 * Asks for the permission, subscribes this browser and sends the subscription to the server.
 * @param publicKey key of the server, base64url
 * @throws Error with a sentence for the user, ApiError
 */
export async function startPush({ api }: Pick<Services, 'api'>, publicKey: string): Promise<void> {
  const obstacle = pushObstacle()
  if (obstacle) throw new Error(obstacle)
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('Notifications were not allowed in this browser.')
  await navigator.serviceWorker.register(WORKER, { scope: SCOPE })
  // The worker must be active before it can subscribe. `ready` waits for workers of this page only.
  const registration = await activeRegistration()
  const earlier = await registration.pushManager.getSubscription()
  // A browser refuses a second subscription with another key.
  if (earlier && !isOfKey(earlier, publicKey)) await earlier.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { endpoint, keys } = subscription.toJSON()
  try {
    await api.json('/api/alerts/push', {
      body: { endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } },
    })
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
}

async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE)
  if (!registration) throw new Error('The browser did not start its push receiver.')
  const worker = registration.active ?? registration.waiting ?? registration.installing
  if (worker && worker.state !== 'activated')
    await new Promise<void>((resolve, reject) => {
      worker.addEventListener('statechange', () => {
        if (worker.state === 'activated') resolve()
        if (worker.state === 'redundant') reject(new Error('The browser refused the push receiver.'))
      })
    })
  return registration
}

/** Ends the subscription of this browser, here and on the server. @throws ApiError */
export async function stopPush({ api }: Pick<Services, 'api'>): Promise<void> {
  const subscription = await currentSubscription()
  if (!subscription) return
  await subscription.unsubscribe()
  await api.json('/api/alerts/push/remove', { body: { endpoint: subscription.endpoint } })
}
