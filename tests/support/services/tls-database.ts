import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { generate } from 'selfsigned'
import { waitUntil } from '../wait-until.ts'
import { temporaryDatabase } from './temporary-database.ts'

type Database = Awaited<ReturnType<typeof temporaryDatabase>>

export interface TlsDatabase extends Database {
  /** Certificate file of the private authority that signed the server's certificate. */
  authority: string
  /** Certificate file of another authority. */
  otherAuthority: string
  /** The address with TLS parameters. */
  tlsUrl(parameters?: string): string
}

const createAuthority = (name: string) =>
  generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  })

/**
 * Starts a PostgreSQL server with TLS, with a certificate for `localhost` of a private authority.
 * @param folder receives the certificate files of the authorities
 */
export async function tlsDatabase(folder: string): Promise<TlsDatabase> {
  const database = await temporaryDatabase()
  const [authority, other] = await Promise.all([createAuthority('Test CA'), createAuthority('Other CA')])
  const server = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
    ca: { key: authority.private, cert: authority.cert },
  })
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined })
  try {
    const [row] = await sql<
      { folder: string }[]
    >`select setting as folder from pg_settings where name = 'data_directory'`
    const dataFolder = row?.folder ?? database.dir
    const { uid, gid } = statSync(dataFolder)
    const certificates = join(dataFolder, 'tls')
    mkdirSync(certificates, { mode: 0o700 })
    for (const [name, text] of [
      ['server.crt', server.cert],
      ['server.key', server.private],
    ] as const) {
      writeFileSync(join(certificates, name), text, { mode: 0o600 })
      chownSync(join(certificates, name), uid, gid)
    }
    chownSync(certificates, uid, gid)
    await sql`alter system set ssl_cert_file = 'tls/server.crt'`
    await sql`alter system set ssl_key_file = 'tls/server.key'`
    await sql`alter system set ssl = on`
    await sql`select pg_reload_conf()`
    await waitUntil('TLS', async () => {
      const probe = postgres(database.url, { max: 1, ssl: { rejectUnauthorized: false } })
      const answer = await probe`select 1`.catch(() => null)
      await probe.end({ timeout: 1 })
      return answer !== null
    })
  } finally {
    await sql.end({ timeout: 1 })
  }
  const write = (name: string, text: string) => {
    const file = join(folder, name)
    writeFileSync(file, text)
    chmodSync(file, 0o644)
    return file
  }
  const file = write('ca.pem', authority.cert)
  return Object.assign(database, {
    authority: file,
    otherAuthority: write('other-ca.pem', other.cert),
    tlsUrl(parameters = `sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`) {
      const url = new URL(database.url)
      url.hostname = 'localhost'
      return `${url.href}?${parameters}`
    },
  })
}
