import { ServiceError } from '../answer.ts'

const HELP = 'https://the-odds-api.com/liveapi/guides/v4/api-error-codes.html'

/** Statuses and texts by error code of The Odds API. */
const ERRORS = {
  MISSING_KEY: [401, 'The request has no apiKey'],
  INVALID_KEY: [401, 'The apiKey is not valid'],
  OUT_OF_USAGE_CREDITS: [401, 'The usage credits of this key are used up'],
  EVENT_NOT_FOUND: [404, 'Event not found: it has ended, or its id is not valid'],
  UNKNOWN_SPORT: [404, 'Unknown sport'],
  INVALID_EVENT_ID: [422, 'An event id has 32 characters'],
  MISSING_REGION: [422, 'The request has neither regions nor bookmakers'],
  INVALID_REGION: [422, 'Invalid regions'],
  INVALID_MARKET: [422, 'Invalid markets'],
  INVALID_ODDS_FORMAT: [422, 'oddsFormat is decimal or american'],
  INVALID_DATE_FORMAT: [422, 'dateFormat is iso or unix'],
  INVALID_COMMENCE_TIME_FROM: [422, 'commenceTimeFrom is not a time such as 2026-07-15T16:00:00Z'],
  INVALID_COMMENCE_TIME_TO: [422, 'commenceTimeTo is not a time such as 2026-07-15T16:00:00Z'],
  MISSING_HISTORICAL_TIMESTAMP: [422, 'The request has no date'],
  INVALID_HISTORICAL_TIMESTAMP: [422, 'date is not a time such as 2026-07-15T16:00:00Z'],
  EXCEEDED_FREQ_LIMIT: [429, 'Too many requests per second'],
} as const

export type OddsErrorCode = keyof typeof ERRORS

/** An error in the form of the odds service. */
class OddsError extends ServiceError {
  readonly code: OddsErrorCode

  constructor(code: OddsErrorCode, detail?: string) {
    const [status, text] = ERRORS[code]
    super(status, 1, detail === undefined ? text : `${text}: ${detail}`)
    this.code = code
  }
}

/** Makes an error of the odds service. @param detail is appended to the message */
export const oddsError = (code: OddsErrorCode, detail?: string): ServiceError => new OddsError(code, detail)

/** Error code of an injected failure, which has a status only. */
const CODE_OF_STATUS: Readonly<Record<number, OddsErrorCode>> = {
  401: 'INVALID_KEY',
  404: 'EVENT_NOT_FOUND',
  422: 'INVALID_MARKET',
  429: 'EXCEEDED_FREQ_LIMIT',
}

/** The error body of the odds service. Its server errors have a message only. */
export function oddsErrorBody(error: ServiceError): object {
  const code = error instanceof OddsError ? error.code : CODE_OF_STATUS[error.status]
  if (code === undefined) return { message: error.message }
  const message = error instanceof OddsError ? error.message : ERRORS[code][1]
  return {
    message,
    error_code: code,
    details_url: `${HELP}#${code.toLowerCase().replaceAll('_', '-')}`,
  }
}
