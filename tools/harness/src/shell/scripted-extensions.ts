import type { ShellApi } from '@propsight/shared/contracts'
import type { RemoteAnswers } from '../answers.ts'
import type { Report } from '../messages.ts'

/** Shows scripted contents as the extensions of other remotes, one task later as they also arrive in the shell. */
export const createScriptedExtensions =
  ({ extensions = {} }: RemoteAnswers, report: Report): NonNullable<ShellApi['renderExtension']> =>
  (element, { name, props, onShown }) => {
    const script = Object.hasOwn(extensions, name) ? extensions[name] : undefined
    let isActive = true
    const show = (next: object) => {
      report({ kind: 'extension', name, props: JSON.stringify(next), isShown: script !== undefined })
      if (!isActive) return
      if (!script) return onShown(false)
      element.replaceChildren(script(next))
      onShown(true)
    }
    queueMicrotask(() => show(props))
    let last = JSON.stringify(props)
    return {
      update(next) {
        if (JSON.stringify(next) === last) return
        last = JSON.stringify(next)
        show(next)
      },
      unmount() {
        isActive = false
        element.replaceChildren()
      },
    }
  }
