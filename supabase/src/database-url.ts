import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { rootCertificates } from 'node:tls'

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|)$/
/** Parameters of libpq about TLS. Each client library reads them differently, so none of them gets them. */
const TLS_PARAMETERS = ['sslmode', 'sslrootcert', 'ssl', 'sslcert', 'sslkey']
const MODES = ['disable', 'require', 'verify-ca', 'verify-full']

/** Options of `node:tls`, in the form that `pg` and `postgres` accept as `ssl`. */
export interface DatabaseTls {
  ca: string[]
  rejectUnauthorized: true
  host: string
  servername?: string
  /** Set for `verify-ca` only. */
  checkServerIdentity?: () => undefined
}

export interface DatabaseConnection {
  /** The address without TLS parameters. */
  url: string
  /** False for a connection in plain text. */
  ssl: DatabaseTls | false
}

/**
 * Reads how to connect from a `postgres://` address, with the parameters of libpq (PostgreSQL manual, 34.19), so
 * that the same address also works with `psql` and `pg_dump`. A connection that leaves the machine is encrypted,
 * and the certificate of the server is verified, unless the address has `sslmode=disable`.
 *
 * `sslmode=require` verifies certificate and host name like `verify-full`, which is stricter than libpq: an
 * unverified certificate does not protect the password. `sslrootcert` names a file with the certificates of a
 * private authority; without it, or with `system`, the public authorities of Node are trusted.
 * @throws Error without the address, which contains the password: an unknown mode, or a file that is not readable
 */
export function readDatabaseUrl(address: string): DatabaseConnection {
  const url = new URL(address)
  const mode = url.searchParams.get('sslmode') ?? (LOOPBACK.test(url.hostname) ? 'disable' : 'verify-full')
  const file = url.searchParams.get('sslrootcert')
  if (!MODES.includes(mode)) throw new Error(`sslmode must be one of ${MODES.join(', ')}`)
  if (url.searchParams.has('sslcert') || url.searchParams.has('sslkey'))
    throw new Error('client certificates (sslcert, sslkey) are not supported')
  for (const name of TLS_PARAMETERS) url.searchParams.delete(name)
  if (mode === 'disable') return { url: url.href, ssl: false }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return {
    url: url.href,
    ssl: {
      ca: file === null || file === 'system' ? [...rootCertificates] : [readAuthorities(file)],
      rejectUnauthorized: true,
      host,
      ...(isIP(host) ? {} : { servername: host }),
      ...(mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
    },
  }
}

function readAuthorities(file: string): string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new Error(`sslrootcert: ${file} cannot be read`)
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new Error(`sslrootcert: ${file} has no certificate`)
  return text
}
