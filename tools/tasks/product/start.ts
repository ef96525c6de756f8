import { startProduct } from '../../start/product.ts'
import { runProduct } from '../../start/run-product.ts'

await runProduct({
  command: 'npm start',
  begin: startProduct,
  ready(product, settings, steps, seconds) {
    const { demo, adminKey } = product.secrets
    steps.event('ready', {
      url: product.url,
      label: product.label,
      home: settings.home,
      pids: product.pids(),
      demo,
      adminKey,
    })
    if (settings.json) return
    process.stdout.write(`
  Propsight is ready in ${seconds} s · ${product.label}

    ${product.url}

    demo account   ${demo.email}  ${demo.password}
    access code    ${demo.accessCode}   (for a new account; 21 or older)
    admin key      ${adminKey}
    mailbox        ${product.url}/dev/mailbox

  Ctrl-C stops everything.
`)
  },
})
