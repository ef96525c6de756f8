/** Version of the legal texts that an account accepts: the day of their last change (specification 1 §9). */
export const LEGAL_VERSION = '2025-08-05'
