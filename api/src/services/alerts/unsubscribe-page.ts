import { createHash } from 'node:crypto'
import { MAILBOX_STYLE } from '../operations/mailbox-page.ts'

const digest = createHash('sha256').update(MAILBOX_STYLE).digest('base64')

/** Content security policy of the page: its style, and its form to the same address. */
export const UNSUBSCRIBE_POLICY = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

const TEXTS = {
  ask: {
    title: 'Turn off mails of alerts?',
    body: `<p class="lead">Alerts on the site stay on. You can turn mails on again in your account.</p>
<form method="post"><p class="bar"><button class="button go" type="submit">Turn off</button><a class="button" href="/">Open Propsight</a></p></form>`,
  },
  done: {
    title: 'Mails of alerts are off',
    body: `<p class="lead">You can turn them on again in your account.</p>
<p class="bar"><a class="button" href="/">Open Propsight</a></p>`,
  },
} as const

/** The page of the link that turns off mails: a question, and after the button its confirmation. No scripts. */
export const unsubscribePage = (step: keyof typeof TEXTS): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light"><title>Alerts · Propsight</title><style>${MAILBOX_STYLE}</style></head>
<body><main><h1>${TEXTS[step].title}</h1>
${TEXTS[step].body}
</main></body>
</html>
`
