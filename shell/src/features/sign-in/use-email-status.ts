import { useRef, useState } from 'react'
import { type EmailStatus, emailStatus } from './access-code.ts'
import { plainEmail } from '../../state/pending-code.ts'
import { useServices } from '../../state/services.ts'

/**
 * A complete address. The check reveals which e-mails have accounts, so the server limits it to ten requests
 * an hour, and incomplete input must not use them up.
 */
const LOOKS_WHOLE = /^\S+@\S+\.\S+$/

/** Status of the e-mail in the form. Each address is requested once, on blur of its field or on submit. */
export function useEmailStatus(email: string) {
  const services = useServices()
  const asked = useRef(new Map<string, Promise<EmailStatus>>())
  const [answers, setAnswers] = useState<Readonly<Record<string, EmailStatus>>>({})

  function ask(typed: string): Promise<EmailStatus> {
    const key = plainEmail(typed)
    const before = asked.current.get(key)
    if (before) return before
    const answer = emailStatus(services, key).then((status) => {
      // The request failed, so the next call requests it again.
      if (status.codeRequired === null) asked.current.delete(key)
      setAnswers((old) => ({ ...old, [key]: status }))
      return status
    })
    asked.current.set(key, answer)
    return answer
  }
  return {
    /** Undefined until the server has answered. */
    status: answers[plainEmail(email)],
    ask,
    askIfWhole: () => {
      if (LOOKS_WHOLE.test(email.trim())) void ask(email)
    },
    /** Discards all answers, because an action may have created an account. */
    forget: () => asked.current.clear(),
  }
}
