import { describe, expect, it } from 'vitest'
import { testVariables } from '../../testing/test-env.ts'
import { EnvironmentError, readEnvironment } from './env.ts'

const good = { ...testVariables, SUPABASE_URL: 'https://project.supabase.co/' }

const errorOf = (changes: Record<string, string | undefined>) => {
  try {
    readEnvironment({ ...good, ...changes })
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message
    throw error
  }
  return 'accepted'
}

describe('readEnvironment', () => {
  it('reads a valid environment and fills in defaults', () => {
    const env = readEnvironment(good)
    expect(env).toMatchObject({
      PORT: 0,
      HOST: '127.0.0.1',
      SUPABASE_URL: 'https://project.supabase.co',
      TRUST_PROXY: 0,
    })
    expect(env.HELPLINES.map(({ label }) => label)).toEqual(['1-800-GAMBLER', '1-800-MY-RESET'])
  })

  it.each([
    ['a sample league', {}, true],
    ['live data without a key', { DATA: 'live' }, false],
    ['live data with a key', { DATA: 'live', ODDS_API_KEY: 'abc' }, true],
    ['ODDS=off with a key', { DATA: 'live', ODDS_API_KEY: 'abc', ODDS: 'off' }, false],
    ['ODDS=off in a sample league', { ODDS: 'off' }, false],
  ])('decides whether there is a source of odds: %s', (_, changes, expected) => {
    expect(readEnvironment({ ...good, ...changes }).ODDS).toBe(expected)
  })
  it.each([
    ['', ['MLB']],
    ['nba', ['MLB', 'NBA']],
    ['NFL, mlb, nba', ['MLB', 'NBA', 'NFL']],
  ])('reads the open sports %j', (SPORTS, sports) => {
    expect(readEnvironment({ ...good, SPORTS }).SPORTS).toEqual(sports)
  })
  it('opens them in a replay, too', () => {
    const replay = { DATA: 'replay', LEAGUE_CLOCK: 'real', SPORTS: 'nba' }
    expect(readEnvironment({ ...good, ...replay }).SPORTS).toEqual(['MLB', 'NBA'])
  })
  it('refuses an unknown sport', () => {
    const message = 'SPORTS: curling is no sport of this product: choose from mlb, nba, nfl'
    expect(errorOf({ SPORTS: 'curling' })).toContain(message)
  })
  it('reads odds from the league, or from the service with live data, unless another address is given', () => {
    const addressWith = (changes: Record<string, string>) =>
      readEnvironment({ ...good, ...changes }).ODDS_API_URL
    expect(addressWith({})).toBe(testVariables.STATS_API_URL)
    expect(addressWith({ DATA: 'live' })).toBe('https://api.the-odds-api.com')
    expect(addressWith({ DATA: 'live', ODDS_API_URL: 'http://127.0.0.1:5/' })).toBe('http://127.0.0.1:5')
  })

  it.each([
    ['PORT', '70000'],
    ['PORT', 'eighty'],
    ['PUBLIC_URL', 'https://example.com/app'],
    ['NODE_ENV', 'staging'],
    ['SUPABASE_URL', 'ftp://example.com'],
    ['SUPABASE_JWT_SECRET', 'short'],
    ['SUPABASE_SECRET_KEY', undefined],
    ['SUPABASE_SECRET_KEY', ''],
    ['DATABASE_URL', 'mysql://example.com/db'],
    ['REDIS_URL', 'http://example.com'],
    ['DATA', 'real'],
    ['DATABASE_URL', 'mysql://localhost/db'],
    ['DATABASE_URL', 'postgres://db.example/db?sslmode=prefer'],
    ['DATABASE_URL', 'postgres://db.example/db?sslrootcert=/nowhere/ca.pem'],
    ['MAILBOX_KEY', 'short'],
    ['LEAGUE_CLOCK', 'yesterday'],
    ['STATS_API_URL', undefined],
    ['LINES_URL', 'not an address'],
    ['FOOTBALL_URL', 'espn'],
    ['WEATHER_URL', 'ftp://example.com'],
    ['WEATHER_API_KEY', 'a key'],
    ['WEATHER_BACKUP_URL', 'none'],
    ['ODDS', 'perhaps'],
    ['SERVICE_WORKER', 'perhaps'],
    ['ODDS_API_URL', 'the-odds-api'],
    ['ODDS_API_KEY', 'a key'],
    ['ODDS_DAILY_CREDITS', '-1'],
    ['BUNDLES_DIR', undefined],
    ['BUNDLES_URL', 'https://storage.example/bucket'],
    ['BUNDLES_URL', 's3://key:secret@bucket'],
    ['BUNDLES_URL', 's3://bucket/../other'],
    ['BUNDLES_S3_ENDPOINT', 'https://key:secret@storage.example'],
    ['BUNDLES_S3_PATH_STYLE', 'perhaps'],
    ['BUNDLES_MAX_REMOTE_MB', '0'],
    ['BUNDLE_ORIGIN', 'cdn.example.com'],
    ['CORS_ORIGINS', 'https://a.example,*'],
    ['PRIVILEGED_EMAILS', 'a@example.com,nobody'],
    ['ADMIN_KEY', 'short'],
    ['ADMIN_KEY', 'no header can carry this'],
    ['ADMIN_KEY', 'psd_as-a-deploy-token'],
    ['METRICS_TOKEN', 'long-enough-for-an-admin-key'],
    ['PASSWORD_MIN_LENGTH', '5'],
    ['PASSWORD_MIN_LENGTH', '17'],
    ['HELPLINES', 'Call us|javascript:alert(1)'],
    ['TRUST_PROXY', '-1'],
  ])('names %s in the error when its value is %j', (variable, value) => {
    expect(errorOf({ [variable]: value })).toContain(`  ${variable}: `)
  })

  it('W2 uses the sample league for football and weather, and the live services when DATA is live', () => {
    const league = readEnvironment({ ...good, STATS_API_URL: 'http://127.0.0.1:7100' })
    expect(league).toMatchObject({
      FOOTBALL_URL: 'http://127.0.0.1:7100',
      WEATHER_URL: 'http://127.0.0.1:7100',
      WEATHER_BACKUP_URL: null,
    })
    const live = { ...good, DATA: 'live', STATS_API_URL: 'https://stats.example' }
    expect(readEnvironment(live)).toMatchObject({
      FOOTBALL_URL: 'https://site.api.espn.com',
      WEATHER_URL: 'https://api.open-meteo.com',
      WEATHER_BACKUP_URL: 'https://api.weather.gov',
    })
  })

  it('keeps values out of error messages, since some are secrets', () => {
    expect(errorOf({ SUPABASE_JWT_SECRET: 'hunter2', ADMIN_KEY: 'hunter3' })).not.toMatch(/hunter/)
  })

  it('requires exactly one data service', () => {
    expect(errorOf({ SUPABASE_URL: undefined })).toContain('SUPABASE_URL: is needed')
    expect(errorOf({ EMBEDDED_DATABASE_URL: 'postgres://u:p@127.0.0.1/db' })).toContain(
      'EMBEDDED_DATABASE_URL',
    )
  })

  it('requires a second factor of administrators on a hosted project only, unless ADMIN_REQUIRE_TOTP is set', () => {
    const embedded = {
      ...good,
      SUPABASE_URL: undefined,
      EMBEDDED_DATABASE_URL: 'postgres://u:p@127.0.0.1/db',
    }
    expect(readEnvironment(good).ADMIN_REQUIRE_TOTP).toBe(true)
    expect(readEnvironment(embedded).ADMIN_REQUIRE_TOTP).toBe(false)
    expect(readEnvironment({ ...good, ADMIN_REQUIRE_TOTP: 'off' }).ADMIN_REQUIRE_TOTP).toBe(false)
    expect(readEnvironment({ ...embedded, ADMIN_REQUIRE_TOTP: 'on' }).ADMIN_REQUIRE_TOTP).toBe(true)
  })

  it('N5 accepts EXTRACT_WORKERS from 1 to 4 only', () => {
    expect(readEnvironment(good).EXTRACT_WORKERS).toBeUndefined()
    expect(readEnvironment({ ...good, EXTRACT_WORKERS: '4' }).EXTRACT_WORKERS).toBe(4)
    for (const wrong of ['0', '5', 'many'])
      expect(errorOf({ EXTRACT_WORKERS: wrong })).toContain('EXTRACT_WORKERS')
  })

  it('requires rate limits when other machines can reach the host', () => {
    expect(errorOf({ HOST: '0.0.0.0' })).toContain('RATE_LIMITS')
    expect(errorOf({ HOST: '0.0.0.0', RATE_LIMITS: 'on' })).toBe('accepted')
  })

  it('defaults to the live services and the wall clock when DATA is live', () => {
    const env = readEnvironment({
      ...good,
      DATA: 'live',
      STATS_API_URL: undefined,
      LINES_URL: undefined,
      LEAGUE_CLOCK: undefined,
    })
    expect(env).toMatchObject({ STATS_API_URL: 'https://statsapi.mlb.com', LEAGUE_CLOCK: 'real' })
  })

  it('uses the embedded database as DATABASE_URL unless another one is named', () => {
    const embedded = { SUPABASE_URL: undefined, EMBEDDED_DATABASE_URL: 'postgres://u:p@127.0.0.1/db' }
    expect(readEnvironment({ ...good, ...embedded }).DATABASE_URL).toBe('postgres://u:p@127.0.0.1/db')
    expect(readEnvironment(good).DATABASE_URL).toBeUndefined()
  })

  it('requires a sender, a recipient and a database when SMTP_URL is set', () => {
    const SMTP_URL = 'smtp://mail.example.com:587'
    const message = errorOf({ SMTP_URL })
    for (const variable of ['MAIL_FROM', 'CONTACT_TO', 'DATABASE_URL']) {
      expect(message).toContain(`  ${variable}: is needed where SMTP_URL is set`)
    }
    expect(errorOf({ SMTP_URL: 'https://mail.example.com' })).toContain('  SMTP_URL: ')
    const rest = { MAIL_FROM: 'app@example.com', CONTACT_TO: 'us@example.com' }
    const DATABASE_URL = 'postgres://u:p@127.0.0.1/db'
    expect(errorOf({ SMTP_URL, ...rest, DATABASE_URL })).toBe('accepted')
    expect(errorOf({ MAIL_FROM: 'Propsight <app@example.com>' })).toContain(
      'MAIL_FROM: must be an address alone',
    )
  })
})
