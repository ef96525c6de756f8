/** A message that the embedded data service would have sent. */
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
  /** Where browsers reach `/auth/v1` and `/rest/v1`, without a trailing slash. Links in mails point there. */
  origin: string
  /** At least 32 characters; signs sessions with HS256. */
  jwtSecret: string
  publishableKey: string
  secretKey: string
  /** More addresses (`*` and `**` allowed) that mails may lead to. Their origins may call from a browser. */
  redirectAllow?: string[]
  /** The text that refuses a new password, or null; without it the service's own minimum of six characters holds. */
  passwordRule?: (password: string) => string | null
  onMail: (mail: Mail) => void | Promise<void>
  log?: (message: string) => void
  /** Milliseconds by which a call is answered, whatever happens to the database: 10,000 unless told. */
  callMs?: number
}
