/**
 * Keys of everything that the shell stores in the browser, in one place, so that no two features share a key.
 */
export const STORAGE = {
  session: 'propsight.auth',
  notificationsSeen: 'propsight.notifications-seen',
  passwordReset: 'propsight.password-reset',
  /** Id of the user who confirmed the active override. */
  overrideOwner: 'propsight.override-owner',
  /** In sessionStorage: the shell has already ended an override automatically once. */
  overrideEnded: 'propsight.override-ended',
  /** In sessionStorage: what the page says after the reload that ends a sign-in. */
  signInNotice: 'propsight.sign-in-notice',
  /** In sessionStorage: state of the federation panel, `federation` (open) or `closed`. */
  debug: 'propsight.debug',
  /** Reserved access code, one entry per e-mail (A5). */
  pendingCode: (email: string) => `propsight.pending-code.${email}`,
  /** Secret of the reservation, one entry per e-mail (A5). */
  reservation: (email: string) => `propsight.reservation.${email}`,
  /** End of the validity of a requested link, ms since 1970, one entry per e-mail. */
  requestedLink: (email: string) => `propsight.requested-link.${email}`,
  /** The unconfirmed new e-mail of a user. */
  pendingEmail: (userId: string) => `propsight.pending-email.${userId}`,
} as const
