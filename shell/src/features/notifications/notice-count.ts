/** Number of notices. Separate from the notices, so that the bell does not load their texts. */
export const NOTICE_COUNT = 1
