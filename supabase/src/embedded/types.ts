/** A mail of the embedded data service, which is caught instead of sent. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** ISO 8601. */
  at: string
}

export interface EmbeddedOptions {
  databaseUrl: string
  /**
   * Origin where browsers reach `/auth/v1` and `/rest/v1`, without a trailing slash. Links in mails use it.
   */
  origin: string
  /** Where links without an allowed target lead; default `origin`. */
  siteUrl?: string
  /** At least 32 characters; signs session tokens with HS256. */
  jwtSecret: string
  publishableKey: string
  secretKey: string
  /** Additional redirect targets of mails (`*` and `**` allowed). Their origins are also allowed by CORS. */
  redirectAllow?: string[]
  /**
   * Returns the reason to refuse a password, or null. Without it, only the service's minimum of six
   * characters applies.
   */
  passwordRule?: (password: string) => string | null
  /** Longest duration of a session, hours; default 720. */
  sessionMaxHours?: number
  /** Longest time without a refresh of a session, hours; default 168. */
  sessionIdleHours?: number
  onMail: (mail: Mail) => void | Promise<void>
  log?: (message: string) => void
  /** Time limit of a request in milliseconds, also when the database fails; default 10,000. */
  callMs?: number
  /**
   * For tests, which start many services on databases of one schema: the first service stores what it read of the
   * catalogue, and the others use it. Reading takes most of a start.
   */
  catalogue?: { current?: unknown }
}
