import * as z from 'zod'

const databaseError = z.object({
  code: z.string(),
  message: z.string().default(''),
  detail: z.string().nullish(),
  hint: z.string().nullish(),
})

/** Codes of an unavailable database: killed, starting, out of connections, or too slow. */
export const AWAY =
  /^(CONNECTION_|CONNECT_|QUERY_TIMEOUT|ECONN|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EPIPE|08|57014|57P|53300|25P03)/
const CODE = /^[0-9A-Z]{5}$/
/** Codes that the data service itself maps correctly. */
const KNOWN = /^(PGRST|PT\d{3}|2350[235]|25006|21|22|42|53|55)/

/** HTTP status by SQLSTATE class, from the documentation of PostgREST. */
function statusOf(code: string): number {
  if (code === 'P0001') return 400
  if (/^(0L|0P|28)/.test(code)) return 403
  if (/^(09|25|2D|38|39|3B|40|54|58|F0|HV|P0|XX)/.test(code)) return 500
  return 400
}

const answer = (status: number, body: Record<string, string | null>) =>
  Object.assign(new Error(JSON.stringify(body)), {
    code: 'PGRST',
    detail: JSON.stringify({ status, headers: {} }),
  })

/** An error of the service's query parser that the service does not recognize. */
const UNREADABLE = /^Missing closing quote/

/** Gives a database error the status and body of PostgREST. Other values are returned unchanged. */
export function postgresError(error: unknown): unknown {
  if (error instanceof RangeError || (error instanceof Error && UNREADABLE.test(error.message))) {
    return answer(400, {
      code: 'PGRST100',
      message: 'The query cannot be read',
      details: error.message,
      hint: null,
    })
  }
  const parsed = databaseError.safeParse(error)
  if (!parsed.success) return error
  const { code, message, detail = null, hint = null } = parsed.data
  if (AWAY.test(code)) {
    return answer(503, { code: 'PGRST000', message: 'The database is away', details: null, hint: null })
  }
  if (!CODE.test(code) || KNOWN.test(code)) return error
  return answer(statusOf(code), { code, message, details: detail, hint })
}
