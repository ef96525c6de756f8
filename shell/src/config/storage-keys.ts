/** Everything that the shell keeps in the browser, in one place, so that no two features share a key. */
export const STORAGE = {
  session: 'propsight.auth',
  theme: 'propsight.theme',
  notificationsSeen: 'propsight.notifications-seen',
  passwordReset: 'propsight.password-reset',
  /** One entry per e-mail (specification 1 §3). */
  pendingCode: (email: string) => `propsight.pending-code.${email}`,
} as const
