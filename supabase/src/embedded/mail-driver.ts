import type { Mail } from './types.ts'

interface OutgoingMail {
  to: string | string[]
  subject: string
  text?: string | undefined
  html?: string | undefined
}

/**
 * Hands mails to their catcher. The links in them forget where the client asked to be sent back to, so that is put in
 * again; the service checks it against its allow-list when the link is opened.
 */
export function createMailDriver(
  onMail: (mail: Mail) => void | Promise<void>,
  redirectTo: () => string | null,
) {
  return {
    async send(message: OutgoingMail): Promise<void> {
      const target = redirectTo()
      const mend = (text = '') =>
        target === null
          ? text
          : text.replaceAll(/(redirect_to=)[^&\s"'<]*/g, (_, key) => key + encodeURIComponent(target))
      await onMail({
        to: Array.isArray(message.to) ? message.to.join(', ') : message.to,
        subject: message.subject,
        text: mend(message.text),
        html: mend(message.html),
        at: new Date().toISOString(),
      })
    },
  }
}
