/** Version of the legal texts that an account accepts: the day of their last change (S7). */
export const LEGAL_VERSION = '2025-08-05'
