import { command } from '../../lib/command.ts'
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
      mailbox: product.mailbox,
    })
    if (settings.json) return
    process.stdout.write(`
  Propsight is ready in ${seconds} s · ${product.label}

    ${product.url}

    demo account   ${demo.email}  ${product.demoPassword ?? '(the password that you chose)'}
    access code    ${demo.accessCode}   (for a new account; 21 or older)
    admin key      ${adminKey}
    mailbox        ${product.mailbox}
    remote kit     ${product.url}/api/remote-kit.tgz   (for remotes of other repositories)

  Ctrl-C stops everything.
`)
    // In a process of its own after the start, which need not wait for it.
    void command('node', ['--disable-warning=ExperimentalWarning', 'tools/tasks/product/kit.ts']).then(
      ({ code, output }) => {
        if (code !== 0) steps.note(`the remote kit was not packed: ${output}`)
      },
    )
  },
})
