import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { afterAll, describe, expect, it } from 'vitest'
import { readDatabaseUrl } from './database-url.ts'

const folder = mkdtempSync(join(tmpdir(), 'propsight-ca-'))
afterAll(() => rmSync(folder, { recursive: true }))
const authority = join(folder, 'ca.pem')
writeFileSync(authority, '-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n')
const other = join(folder, 'other.txt')
writeFileSync(other, 'no certificate')

const at = (host: string, parameters = '') => `postgres://me:s%40cret@${host}:5432/db${parameters}`
const ssl = (host: string, parameters = '') => readDatabaseUrl(at(host, parameters)).ssl
/** The settings of an address that is connected with TLS. */
function tlsOf(host: string, parameters?: string) {
  const settings = ssl(host, parameters)
  if (!settings) throw new Error('TLS is off')
  return settings
}

describe('the TLS settings of a database address', () => {
  it.each(['localhost', '127.0.0.1', '[::1]'])('are off by default for %s on this machine', (host) => {
    expect(ssl(host)).toBe(false)
    expect(ssl(host, '?sslmode=require')).not.toBe(false)
  })

  it.each(['', '?sslmode=require', '?sslmode=verify-full', '?sslrootcert=system'])(
    'verify the certificate of another host with the public authorities (%s)',
    (parameters) => {
      expect(ssl('db.example', parameters)).toEqual({
        ca: [...rootCertificates],
        rejectUnauthorized: true,
        host: 'db.example',
        servername: 'db.example',
      })
    },
  )

  it('verify with the certificates of a private authority', () => {
    const tls = tlsOf('db.example', `?sslmode=verify-full&sslrootcert=${encodeURIComponent(authority)}`)
    expect(tls.ca).toEqual([expect.stringContaining('BEGIN CERTIFICATE')])
    expect(tls.checkServerIdentity).toBeUndefined()
  })

  it('skip the host name for verify-ca only, and send no server name for an IP address', () => {
    const tls = tlsOf('db.example', '?sslmode=verify-ca')
    expect(tls.rejectUnauthorized).toBe(true)
    expect(tls.checkServerIdentity?.()).toBeUndefined()
    expect('checkServerIdentity' in tls).toBe(true)
    const byAddress = tlsOf('[2001:db8::7]')
    expect(byAddress.host).toBe('2001:db8::7')
    expect(byAddress.servername).toBeUndefined()
  })

  it('are off for another host only by sslmode=disable', () => {
    expect(ssl('db.example', '?sslmode=disable')).toBe(false)
  })

  it('are removed from the address, and the other parts are kept', () => {
    const { url } = readDatabaseUrl(
      at('db.example', '?sslmode=require&application_name=x&ssl=true&sslrootcert=system'),
    )
    expect(url).toBe(at('db.example', '?application_name=x'))
    expect(readDatabaseUrl(at('db.example')).url).toBe(at('db.example'))
  })

  it.each([
    ['?sslmode=prefer', /sslmode must be one of disable, require, verify-ca, verify-full/],
    ['?sslmode=no-verify', /sslmode must be/],
    ['?sslrootcert=/nowhere/ca.pem', /sslrootcert: \/nowhere\/ca.pem cannot be read/],
    [`?sslrootcert=${other}`, /has no certificate/],
    ['?sslcert=a&sslkey=b', /client certificates .* are not supported/],
  ])('are refused with a reason that does not contain the password: %s', (parameters, reason) => {
    expect(() => ssl('db.example', parameters)).toThrow(reason)
    expect(() => ssl('db.example', parameters)).not.toThrow(/cret/)
  })
})
