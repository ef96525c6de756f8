/** Everything that the shell keeps in the browser, in one place, so that no two features share a key. */
export const STORAGE = {
  session: 'propsight.auth',
  theme: 'propsight.theme',
  notificationsSeen: 'propsight.notifications-seen',
  passwordReset: 'propsight.password-reset',
  /** Who runs a remote of their own machine here: the id of the user that confirmed it. */
  overrideOwner: 'propsight.override-owner',
  /** Of this tab alone: an override was ended once already without anybody's asking. */
  overrideEnded: 'propsight.override-ended',
  /** Of this tab alone: whether the federation panel shows. */
  debug: 'propsight.debug',
  /** One entry per e-mail (specification 1 §3). */
  pendingCode: (email: string) => `propsight.pending-code.${email}`,
  /** One entry per e-mail that waits for its link to be opened: whose it is going to be. */
  pendingEmail: (email: string) => `propsight.pending-email.${email}`,
} as const
