import { useRef, useState } from 'react'
import { type EmailStatus, emailStatus } from '../../state/access-code.ts'
import { plainEmail } from '../../state/pending-code.ts'
import { useServices } from '../../state/services.ts'

/** Asking tells who has an account, so the server answers ten times an hour: a half-typed address is not asked. */
const LOOKS_WHOLE = /^\S+@\S+\.\S+$/

/** What is known of the e-mail in the form: asked once each, when its field is left or the form is sent. */
export function useEmailStatus(email: string) {
  const services = useServices()
  const asked = useRef(new Map<string, Promise<EmailStatus>>())
  const [answers, setAnswers] = useState<Readonly<Record<string, EmailStatus>>>({})

  function ask(typed: string): Promise<EmailStatus> {
    const key = plainEmail(typed)
    const before = asked.current.get(key)
    if (before) return before
    const answer = emailStatus(services, key).then((status) => {
      // Nobody said: the next time may bring an answer.
      if (status.codeRequired === null) asked.current.delete(key)
      setAnswers((old) => ({ ...old, [key]: status }))
      return status
    })
    asked.current.set(key, answer)
    return answer
  }
  return {
    /** Undefined until the server has spoken. */
    status: answers[plainEmail(email)],
    ask,
    askIfWhole: () => {
      if (LOOKS_WHOLE.test(email.trim())) void ask(email)
    },
    /** After an account may have been made, nothing is known any more. */
    forget: () => asked.current.clear(),
  }
}
