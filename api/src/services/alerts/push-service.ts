import { createECDH, createHash } from 'node:crypto'
import { Agent, request } from 'undici'
import type { ApiEnv } from '../../platform/config/env.ts'
import type { AlertDelivery, DeliveryResult } from '../../repositories/alerts.ts'
import { summarize } from './alert-texts.ts'

/** Limit of one request, including the answer. */
const TIMEOUT_MS = 10_000
const MAX_TTL_SECONDS = 86_400
const MAX_ANSWER_BYTES = 16 * 1024

/** Push services of Chrome, Firefox, Edge and Safari. */
const PUSH_HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)+notify\.windows\.com$/,
  /^([a-z0-9-]+\.)+push\.apple\.com$/,
]

export type PushEnv = Pick<ApiEnv, 'WEB_PUSH_PRIVATE_KEY' | 'WEB_PUSH_SUBJECT' | 'WEB_PUSH_ORIGINS'>

/**
 * Whether pushes may be sent to an endpoint. The endpoint comes from a browser and could name any server, so only the
 * known push services are accepted, over HTTPS at their standard port, or instead the origins of `WEB_PUSH_ORIGINS`.
 */
export function isPushEndpoint({ WEB_PUSH_ORIGINS: origins }: PushEnv, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (url.username !== '' || url.password !== '') return false
  if (origins.length > 0) return origins.includes(url.origin)
  return url.protocol === 'https:' && url.port === '' && PUSH_HOSTS.some((host) => host.test(url.hostname))
}

/** The public key that browsers subscribe with (VAPID, RFC 8292), base64url; null where push is not configured. */
export function pushPublicKey({ WEB_PUSH_PRIVATE_KEY: key }: PushEnv): string | null {
  if (key === undefined) return null
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(key, 'base64url'))
  return curve.getPublicKey('base64url')
}

/** Follows no redirects: those could lead to any server. */
const agent = new Agent({ connect: { timeout: TIMEOUT_MS }, keepAliveTimeout: 10_000 })

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/**
 * Sends alerts to a browser through its push service, encrypted for the browser (RFC 8291). The service keeps the
 * message until the first pitch, and replaces an undelivered earlier attempt of it. Never throws.
 * @param now league time
 */
export async function sendPush(
  env: PushEnv,
  { subscription, alerts, more }: Pick<AlertDelivery, 'subscription' | 'alerts' | 'more'>,
  now: Date,
): Promise<DeliveryResult> {
  const publicKey = pushPublicKey(env)
  const { WEB_PUSH_PRIVATE_KEY: privateKey, WEB_PUSH_SUBJECT: subject } = env
  if (!subscription || publicKey === null || privateKey === undefined || subject === undefined)
    return { result: 'failed', error: 'push is not configured' }
  // Endpoints that were stored under other settings.
  if (!isPushEndpoint(env, subscription.endpoint)) return { result: 'gone' }
  const { title, body, path } = summarize(alerts, more)
  const [newest] = alerts
  const tag = createHash('sha256').update(`alert ${newest?.id}`).digest('base64url').slice(0, 32)
  const firstPitch = Math.min(...alerts.map(({ startsAt }) => Date.parse(startsAt)))
  const ttl = Math.ceil((firstPitch - now.getTime()) / 1000)
  try {
    // Loaded with the first push, because many installations send none.
    const { default: webPush } = await import('web-push')
    const { endpoint, p256dh, auth } = subscription
    const details = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify({ title, body, path, tag }),
      {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: Math.min(Math.max(ttl, 1), MAX_TTL_SECONDS),
        topic: tag,
        urgency: 'normal',
        contentEncoding: 'aes128gcm',
      },
    )
    const response = await request(endpoint, {
      method: 'POST',
      dispatcher: agent,
      headers: Object.fromEntries(
        Object.entries(details.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
      ),
      body: details.body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body.dump({ limit: MAX_ANSWER_BYTES }).catch(() => undefined)
    const { statusCode } = response
    if (statusCode === 404 || statusCode === 410) return { result: 'gone' }
    if (statusCode >= 200 && statusCode < 300) return { result: 'sent' }
    return { result: 'failed', error: `the push service answered ${statusCode}` }
  } catch (error) {
    return { result: 'failed', error: reasonOf(error) }
  }
}
