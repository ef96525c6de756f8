import { createWritableValue } from '@propsight/shared/client'
import type { Profile, SessionUser } from '@propsight/shared/contracts'
import { STARTING_CREDITS } from '@propsight/shared/domain'
import type { RemoteAnswers } from '../answers.ts'
import { SCENARIOS, type ScenarioName } from '../scenarios.ts'

/**
 * Returns the user of a scenario. Each scenario has its own, so that data in browser storage is not shared.
 */
const userIn = (scenario: ScenarioName): SessionUser => ({
  id: `6f9619ff-8b86-4d01-b42d-00c04fc964f${Object.keys(SCENARIOS).indexOf(scenario)}`,
  email: 'rae@example.com',
})

/** Creates the account of a scenario: the profile on the server, and the copy that the shell has read. */
export function createAccount(answers: RemoteAnswers, scenario: ScenarioName) {
  const user = userIn(scenario)
  const signedIn = scenario !== 'signed-out'
  const created = new Date(Date.now() - 30 * 86_400_000).toISOString()
  let serverProfile: Profile = {
    user_id: user.id,
    email: user.email,
    email_verified_at: created,
    credits: STARTING_CREDITS,
    plan: 'free',
    last_email_change: null,
    created_at: created,
    updated_at: created,
    ...answers.profile,
    ...(scenario === 'no-credits' ? { credits: 0 } : {}),
  }
  const session = createWritableValue<SessionUser | null>(signedIn ? user : null)
  const profile = createWritableValue<Profile | null>(signedIn ? serverProfile : null)
  const credits = createWritableValue<number | null>(signedIn ? serverProfile.credits : null)
  const show = () => {
    profile.set(session.get() && serverProfile)
    credits.set(session.get() && serverProfile.credits)
  }
  return {
    session,
    profile,
    credits,
    /** Charges credits on the server; the shell shows the change after reading the profile again. */
    spend(count: number): void {
      serverProfile = { ...serverProfile, credits: Math.max(0, serverProfile.credits - count) }
    },
    refresh: show,
    signOut(): void {
      session.set(null)
      show()
    },
  }
}
export type Account = ReturnType<typeof createAccount>
