/** Properties of an input for the code of a mail: digits, offered by the system where it reads them. */
export const MAIL_CODE_INPUT = { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 12 } as const
