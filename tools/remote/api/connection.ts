import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadOrCreateSecrets } from '@propsight/supabase/secrets'
import { resolveTypedPath } from '../../lib/environment.ts'
import { findRunningStart } from '../../start/running-start.ts'
import { ROOT } from '../../start/start-settings.ts'
import { CommandFailure, EXIT, usage } from '../failure.ts'

export interface ConnectionOptions {
  api?: string | undefined
  token?: string | undefined
  tokenFile?: string | undefined
}

export interface Connection {
  /** Origin of the API, without a trailing slash. */
  url: string
  /** Deploy token or admin key; null when none was found. */
  credential: string | null
  /** For the message of a refusal: the source of the credential, or how to provide one. */
  credentialFrom: string
  /** The option that names the file of the credential, for a further command. */
  fileOption?: string
}

const HOW_TO_SET_TOKEN =
  'set PROPSIGHT_TOKEN to a deploy token (or the admin key), or name a file with --token-file'
/** The characters allowed in an HTTP header; any other character is a copying mistake. */
const PRINTABLE = /^[\x21-\x7e]+$/

const homeOf = (env: NodeJS.ProcessEnv): string => resolve(env.PROPSIGHT_HOME ?? join(ROOT, '.propsight'))

function parseUrl(text: string, from: string): string {
  // Not URL.parse: the kit for other repositories runs with Node 20.
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw usage(`${from} must be an address such as https://propsight.example; got '${text}'`)
  if (url.username || url.password)
    throw usage(`${from} must contain no user name and no password; ${HOW_TO_SET_TOKEN}`)
  return url.origin + url.pathname.replace(/\/+$/, '')
}

function readToken(
  options: ConnectionOptions,
  env: NodeJS.ProcessEnv,
): { value: string; from: string } | null {
  const checked = (value: string, from: string) => {
    const trimmed = value.trim()
    if (!PRINTABLE.test(trimmed)) throw usage(`${from} contains no token`)
    return { value: trimmed, from }
  }
  if (options.tokenFile !== undefined) {
    let text: string
    try {
      text = readFileSync(resolveTypedPath(options.tokenFile, env), 'utf8')
    } catch {
      throw usage(`--token-file: ${options.tokenFile} cannot be read`)
    }
    return checked(text, options.tokenFile)
  }
  if (options.token !== undefined) return checked(options.token, '--token')
  return env.PROPSIGHT_TOKEN ? checked(env.PROPSIGHT_TOKEN, 'PROPSIGHT_TOKEN') : null
}

/**
 * Finds the API of a command and its credential. The address is `--api`, PROPSIGHT_API, or the running `npm
 * start` of this folder. The admin key of a local start is sent only to that start.
 * @returns null when no address is given and no start is running
 * @throws CommandFailure usage when an address or a token file is invalid
 */
export async function findConnection(
  options: ConnectionOptions,
  env: NodeJS.ProcessEnv,
): Promise<Connection | null> {
  const home = homeOf(env)
  const local = await findRunningStart(home)
  const named = options.api ?? env.PROPSIGHT_API
  const url = named
    ? parseUrl(named, options.api === undefined ? 'PROPSIGHT_API' : '--api')
    : local && parseUrl(local.url, join(home, 'running.json'))
  if (!url) return null
  const token = readToken(options, env)
  if (token)
    return {
      url,
      credential: token.value,
      credentialFrom: `the token from ${token.from}`,
      ...(options.tokenFile === undefined ? {} : { fileOption: ` --token-file '${options.tokenFile}'` }),
    }
  if (local && new URL(url).origin === new URL(local.url).origin) {
    const credential = env.ADMIN_KEY ?? loadOrCreateSecrets(home).adminKey
    return { url, credential, credentialFrom: 'the admin key of the local start' }
  }
  return { url, credential: null, credentialFrom: HOW_TO_SET_TOKEN }
}

/** Like `findConnection`, for commands that require an API. @throws CommandFailure unreachable without one */
export async function requireConnection(
  options: ConnectionOptions,
  env: NodeJS.ProcessEnv,
): Promise<Connection> {
  const connection = await findConnection(options, env)
  if (connection) return connection
  throw new CommandFailure(
    EXIT.unreachable,
    'No Propsight is running from this folder. Start it with npm start, or name another one with --api URL or PROPSIGHT_API.',
  )
}

/** Whether the credential would be sent unencrypted over a network; loopback does not count. */
export function isSentUnencrypted({ url, credential }: Connection): boolean {
  const { protocol, hostname } = new URL(url)
  return credential !== null && protocol === 'http:' && !/^(127\.|localhost$|\[::1\]$)/.test(hostname)
}
