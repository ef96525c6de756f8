import { atom } from 'jotai'

/** Number of the user's unread alerts. Separate from the alerts, so that the bell does not load their code. */
export const unreadAlertsAtom = atom(0)
