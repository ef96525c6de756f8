import { expect, it } from 'vitest'
import { linkIn, openMailLink } from '../../../support/accounts/mail-link.ts'
import { waitUntil } from '../../../support/wait-until.ts'
import type { Personas, User } from '../persona-clients.ts'

/** Only the embedded service shows its mails. */
export const withMails = it.skipIf(process.env.SUPABASE_URL)

const dayOf = (at: Date) =>
  at.toLocaleDateString('en-US', { timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric' })
/** The message of a refused sign-in. */
export const messageOf = (until: Date) => `You excluded yourself until ${dayOf(until)}.`

/**
 * The calls of the tests of self-exclusion.
 * @param personas returns the opened data service; called when a test runs
 */
export function createExclusionCalls(personas: () => Personas) {
  const exclude = async (user: { id: string }, days = 7) => {
    const { data, error } = await personas().admin.rpc('self_exclude', { p_user: user.id, p_days: days })
    if (error) throw new Error(`no exclusion: ${error.message}`)
    return new Date(data)
  }
  const rows = <T>(text: string, values: (string | number)[] = []) =>
    personas().service.embedded?.sql.unsafe<T[] & object[]>(text, values) ?? Promise.resolve([])

  /** Signs in by a mailed link, which proves the mailbox. The first proof ends all other sessions. */
  async function proveMailbox({ email }: Pick<User, 'email'>) {
    await personas()
      .visitor()
      .auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    const tokens = await openLink(await linkTo(email))
    const client = personas().visitor()
    const { error } = await client.auth.setSession({
      access_token: tokens.get('access_token') ?? '',
      refresh_token: tokens.get('refresh_token') ?? '',
    })
    expect(error).toBeNull()
    return client
  }

  /** The link of the newest mail to an address. */
  async function linkTo(email: string): Promise<string> {
    const newest = () => personas().service.embedded?.mails.findLast((mail) => mail.to === email)
    await waitUntil(`a mail to ${email}`, () => newest() !== undefined, 5_000)
    return linkIn(newest()?.text)
  }
  const openLink = (link: string) => openMailLink(personas().service.url, link)

  return { exclude, linkTo, openLink, proveMailbox, rows }
}
