// What opens the link of a mail, as one part: few visits begin with one, so the page loads it on demand.
export { redeemPendingCode } from '../../state/pending-code.ts'
export { openMailedToken, verifyMailedToken } from './mailed-token.ts'
export { discard, openLink } from './open-link.ts'
