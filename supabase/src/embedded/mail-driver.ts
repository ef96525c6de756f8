import type { Mail } from './types.ts'

interface OutgoingMail {
  to: string | string[]
  subject: string
  text?: string | undefined
  html?: string | undefined
}

/**
 * Passes mails to `onMail`. The service loses the redirect target of the client in the links of mails, so the
 * driver inserts it again; the service checks the target against its allow list when the link is opened.
 */
export function createMailDriver(
  onMail: (mail: Mail) => void | Promise<void>,
  redirectTo: () => string | null,
) {
  return {
    async send(message: OutgoingMail): Promise<void> {
      const target = redirectTo()
      const restoreRedirect = (text = '') =>
        target === null
          ? text
          : text.replaceAll(/(redirect_to=)[^&\s"'<]*/g, (_, key) => key + encodeURIComponent(target))
      await onMail({
        to: Array.isArray(message.to) ? message.to.join(', ') : message.to,
        subject: message.subject,
        text: restoreRedirect(message.text),
        html: restoreRedirect(message.html),
        at: new Date().toISOString(),
      })
    },
  }
}
