import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Logger } from 'pino'
import { Agent, type Dispatcher, request } from 'undici'
import type { ApiEnv } from '../../platform/config/env.ts'
import { createSigner } from '../../platform/signer.ts'
import type { DueWebhook, RemotesRepository } from '../../repositories/remotes.ts'

/** Limit of one call, including the answer. */
const TIMEOUT_MS = 10_000
/** Longer than the limit of a call. */
const LEASE_SECONDS = 30
const MAX_ANSWER_BYTES = 16 * 1024

/** Networks that are not public: this machine, private and shared ones, and those for other uses (RFC 6890). */
const RESERVED_IPV4 = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  RESERVED_IPV4.addSubnet(network, bits, 'ipv4')
/** Everything outside of 2000::/3, and in it the ranges that embed or document other addresses. A list of its own, because it covers all IPv4 addresses. */
const RESERVED_IPV6 = new BlockList()
for (const [network, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  RESERVED_IPV6.addSubnet(network, bits, 'ipv6')

/** Whether an IP address belongs to the public internet. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !RESERVED_IPV4.check(address)
  return family === 6 && !RESERVED_IPV6.check(address, 'ipv6')
}

/**
 * Whether events may be sent to an address: over HTTPS at the standard port, without credentials, and to no private
 * address. What a name resolves to is checked for every connection.
 */
export function isWebhookAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, port, username, password, hostname } = new URL(address)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) === 0 ? host.includes('.') : isPublicAddress(host)
}

/** Resolves names to public addresses only. The connection uses this result, so a name cannot change in between. */
export const lookUpPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const found = addresses?.filter(({ address }) => isPublicAddress(address)) ?? []
    const [first] = found
    if (error || !first) callback(error ?? new Error(`${hostname} has no public address`), '', undefined)
    else if (options.all) callback(null, found)
    else callback(null, first.address, first.family)
  })

/** Follows no redirects: those could lead to any server. */
const publicAgent = new Agent({ connect: { timeout: TIMEOUT_MS, lookup: lookUpPublic } })

export interface WebhookPorts {
  readonly env: Pick<ApiEnv, 'SUPABASE_SECRET_KEY'>
  readonly repositories: { readonly remotes: Pick<RemotesRepository, 'claimWebhook' | 'settleWebhook'> }
  readonly log: Logger
}

/** The secret of an address, in the form of Standard Webhooks. It is derived, so that none is stored. */
export const webhookSecret = ({ SUPABASE_SECRET_KEY }: WebhookPorts['env'], id: string): string =>
  `whsec_${Buffer.from(createSigner(SUPABASE_SECRET_KEY, 'webhooks 1').sign(id), 'base64url').toString('base64')}`

/** Sends one event, signed as Standard Webhooks. @returns the reason of a failure, or null */
async function sendEvent(secret: string, { name, url, event }: DueWebhook, dispatcher: Dispatcher) {
  const id = `${name}-${event.id}`
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const body = JSON.stringify({ remote: name, ...event })
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  try {
    const response = await request(url, {
      method: 'POST',
      dispatcher,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body.dump({ limit: MAX_ANSWER_BYTES }).catch(() => undefined)
    const { statusCode } = response
    return statusCode >= 200 && statusCode < 300 ? null : `the address answered ${statusCode}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Sends the events of remotes that are due, one after another for each remote. A failed one is tried again later.
 * Any number of instances may run it at the same time.
 * @param end milliseconds since 1970 after which no attempt starts
 */
export async function deliverWebhooks(
  { env, repositories, log }: WebhookPorts,
  end: number,
  { isAllowed = isWebhookAddress, dispatcher = publicAgent as Dispatcher } = {},
): Promise<void> {
  while (Date.now() < end) {
    const due = await repositories.remotes.claimWebhook(LEASE_SECONDS)
    if (!due) return
    const error = isAllowed(due.url)
      ? await sendEvent(webhookSecret(env, due.id), due, dispatcher)
      : 'this is not a public https address'
    if (error) log.warn({ remote: due.name, attempt: due.attempt, reason: error }, 'a webhook was not sent')
    // If this fails, the lease expires and the event is sent again, with the same id.
    await repositories.remotes.settleWebhook(due, error)
  }
}
