import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkIn, openMailLink } from '../../../support/accounts/mail-link.ts'
import { waitUntil } from '../../../support/wait-until.ts'
import { ADULT, newEmail, openPersonas, type Personas, sessionOf } from '../persona-clients.ts'

/** An account proves a mailbox when a link that was mailed there is followed. Needs the embedded mailbox. */
describe.skipIf(process.env.SUPABASE_URL)('an address that its account never proved', () => {
  let personas: Personas
  beforeAll(async () => {
    personas = await openPersonas()
  })
  afterAll(() => personas?.close())

  const ATTACKER = '198.51.100.7'
  const OWNER = '192.0.2.1'
  const PASSWORD = 'a-long-password'

  const reserve = async (email: string, network: string, secret: string) =>
    personas.admin.rpc('reserve_place', {
      p_code: await personas.createCode(),
      p_email: email,
      p_date_of_birth: ADULT,
      p_legal_version: null,
      p_secret: secret,
      p_network: network,
    })
  /** Reserves with a new code and signs up, as the form does. */
  async function signUp(email: string, network: string) {
    const reservation = randomBytes(32).toString('base64url')
    const reserved = await reserve(email, network, reservation)
    if (reserved.error) throw new Error(reserved.error.message)
    const client = personas.visitor()
    const options = { data: { reservation } }
    const session = sessionOf(await client.auth.signUp({ email, password: PASSWORD, options }))
    return { id: session.user.id, email, client }
  }
  /** Follows the newest link to an address, after a request for one unless `request` is false. */
  async function followLink(email: string, request = true) {
    const options = { shouldCreateUser: false }
    const { error } = request
      ? await personas.visitor().auth.signInWithOtp({ email, options })
      : { error: null }
    if (error) throw error
    const newest = () => personas.service.embedded?.mails.findLast((mail) => mail.to === email)
    await waitUntil(`a mail to ${email}`, () => newest() !== undefined, 5_000)
    return openMailLink(personas.service.url, linkIn(newest()?.text))
  }
  const exclude = (user: { id: string }, p_days = 1_825) =>
    personas.admin.rpc('self_exclude', { p_user: user.id, p_days })
  const remove = (user: { id: string; email: string }) =>
    personas.admin.rpc('delete_account', { p_user: user.id, p_email: user.email })
  const creditsOf = async (user: { id: string }) =>
    (await personas.admin.from('user_profiles').select('credits').eq('user_id', user.id).single()).data
      ?.credits
  const exists = async (email: string) =>
    (await personas.admin.rpc('email_exists', { p_email: email })).data as unknown

  describe('A11 and a self-exclusion', () => {
    it('excludes the account at once, with the end date at sign-in by password', async () => {
      const user = await signUp(newEmail(), OWNER)
      const until = new Date((await exclude(user)).data)
      const { email } = user
      const byPassword = await personas.visitor().auth.signInWithPassword({ email, password: PASSWORD })
      expect(byPassword.error?.message).toMatch(/^You excluded yourself until /)
      expect((await user.client.auth.refreshSession()).error).not.toBeNull()
      expect(until.getTime() - Date.now()).toBeGreaterThan(1_824 * 86_400_000)
    })

    it('leaves the address to its owner, who opens a link and then signs up with a code', async () => {
      const email = newEmail()
      const attacker = await signUp(email, ATTACKER)
      expect((await exclude(attacker)).error).toBeNull()
      const opened = await followLink(email)
      expect(opened.get('access_token')).toBeNull()
      expect(opened.get('error_code')).toBe('address_released')
      expect(await exists(email)).toBe(false)
      const owner = await signUp(email, OWNER)
      expect(await creditsOf(owner)).toBe(20)
      expect((await owner.client.from('user_profiles').select('email')).data).toEqual([{ email }])
      // The account that was excluded stays excluded. Losing the address is not a change of e-mail by its user.
      const { data: released } = await personas.admin
        .from('user_profiles')
        .select('email, last_email_change, mailbox_proven_at')
        .eq('user_id', attacker.id)
      expect(released).toEqual([
        {
          email: `released-${attacker.id}@propsight.invalid`,
          last_email_change: null,
          mailbox_proven_at: null,
        },
      ])
      expect((await personas.admin.rpc('excluded_until', { p_user: attacker.id })).data).not.toBeNull()
      expect((await followLink(email)).get('access_token')).not.toBeNull()
    })

    it('keeps the address with its account when another client only reserves, with a valid code', async () => {
      const user = await signUp(newEmail(), OWNER)
      await exclude(user)
      const secret = randomBytes(32).toString('base64url')
      expect((await reserve(user.email, ATTACKER, secret)).error).toBeNull()
      expect(await exists(user.email)).toBe(true)
      const { email } = user
      const options = { data: { reservation: secret } }
      const taken = await personas.visitor().auth.signUp({ email, password: PASSWORD, options })
      expect(taken.data.session).toBeNull()
      const { data } = await personas.admin.from('user_profiles').select('email').eq('user_id', user.id)
      expect(data).toEqual([{ email }])
    })

    it('keeps the address with its account when a link has another or a used token', async () => {
      const user = await signUp(newEmail(), OWNER)
      await exclude(user)
      const signed = personas.service.embedded?.signMailToken('f'.repeat(64))
      for (const token of ['', '0', 'f'.repeat(64), signed]) {
        const path = `/auth/v1/verify?type=magiclink&token=${token}`
        await fetch(`${personas.service.url}${path}`, { redirect: 'manual' })
        const { data } = await personas.admin.from('user_profiles').select('email').eq('user_id', user.id)
        expect(data).toEqual([{ email: user.email }])
      }
    })

    it('leaves an address alone that the account gave up or only asked for', async () => {
      const strangers = [newEmail(), newEmail()]
      const [signedUpWith = '', requested = ''] = strangers
      const attacker = await signUp(signedUpWith, ATTACKER)
      // Proves a mailbox of its own, which does not prove the address of the sign-up.
      const own = newEmail()
      await attacker.client.auth.updateUser({ email: own, current_password: PASSWORD })
      const mails = () => personas.service.embedded?.mails.findLast((mail) => mail.to === own)
      await waitUntil('the mail of the change', () => mails() !== undefined, 5_000)
      await openMailLink(personas.service.url, linkIn(mails()?.text))
      const { data: changed } = await personas.admin
        .from('user_profiles')
        .select('email, mailbox_proven_at')
        .eq('user_id', attacker.id)
        .single()
      expect(changed).toMatchObject({ email: own, mailbox_proven_at: expect.any(String) })
      const other = await signUp(newEmail(), ATTACKER)
      await other.client.auth.updateUser({ email: requested, current_password: PASSWORD })
      await exclude(attacker)
      await exclude(other)
      for (const email of strangers) expect(await creditsOf(await signUp(email, OWNER))).toBe(20)
      await expect(signUp(own, OWNER)).rejects.toThrow(/^You excluded yourself until /)
    })

    it('covers the address after the mailbox was proven, so that no account takes it', async () => {
      const user = await signUp(newEmail(), OWNER)
      expect((await followLink(user.email)).get('access_token')).not.toBeNull()
      await exclude(user)
      expect(await exists(user.email)).toBe(true)
      await expect(signUp(user.email, OWNER)).rejects.toThrow(/^You excluded yourself until /)
      await remove(user)
      await expect(signUp(user.email, OWNER)).rejects.toThrow(/^You excluded yourself until /)
    })
  })

  describe('A7 and its first proof by a mailed link', () => {
    const signInFails = async (email: string) =>
      (await personas.visitor().auth.signInWithPassword({ email, password: PASSWORD })).error?.code

    it.each(['an e-mail link', 'a recovery link'])(
      'keeps the password and ends the sessions and the pending e-mail change of the sign-up, by %s',
      async (kind) => {
        const email = newEmail()
        const squatter = await signUp(email, ATTACKER)
        const elsewhere = newEmail()
        await squatter.client.auth.updateUser({ email: elsewhere, current_password: PASSWORD })
        const isRecovery = kind === 'a recovery link'
        if (isRecovery) await personas.visitor().auth.resetPasswordForEmail(email)
        const opened = await followLink(email, !isRecovery)
        const token = opened.get('access_token') ?? ''
        const { session_id } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
        const proof = async () =>
          (
            await personas.admin
              .from('user_profiles')
              .select('first_proof_session')
              .eq('user_id', squatter.id)
          ).data
        expect(await proof()).toEqual([{ first_proof_session: session_id }])
        expect((await squatter.client.auth.refreshSession()).error).not.toBeNull()
        expect((await squatter.client.from('user_profiles').select('email')).data).toEqual([])
        expect(await signInFails(email)).toBeUndefined()
        await followLink(elsewhere, false)
        expect(await exists(elsewhere)).toBe(false)

        const owner = personas.visitor()
        await owner.auth.setSession({
          access_token: opened.get('access_token') ?? '',
          refresh_token: opened.get('refresh_token') ?? '',
        })
        expect((await owner.auth.updateUser({ password: 'of-the-owner' })).error).toBeNull()
        sessionOf(await personas.visitor().auth.signInWithPassword({ email, password: 'of-the-owner' }))
        expect(await signInFails(email)).toBe('invalid_credentials')
        // Only the first proof ends sessions.
        await followLink(email)
        expect(await proof()).toEqual([{ first_proof_session: session_id }])
        expect((await owner.auth.refreshSession()).error).toBeNull()
        sessionOf(await personas.visitor().auth.signInWithPassword({ email, password: 'of-the-owner' }))
      },
    )

    it('ends nothing while the link is only requested', async () => {
      const user = await signUp(newEmail(), OWNER)
      await personas.visitor().auth.signInWithOtp({ email: user.email })
      expect(await signInFails(user.email)).toBeUndefined()
      expect((await user.client.auth.refreshSession()).error).toBeNull()
    })
  })

  describe('A10 and the welcome credits', () => {
    it('keeps them for the owner after another client signed up with the address and left', async () => {
      const email = newEmail()
      for (let round = 0; round < 3; round += 1) await remove(await signUp(email, ATTACKER))
      expect(await creditsOf(await signUp(email, OWNER))).toBe(20)
    })

    it('grants none again to the same address on the same network', async () => {
      const email = newEmail()
      await remove(await signUp(email, OWNER))
      const second = await signUp(email, OWNER)
      expect(await creditsOf(second)).toBe(0)
      const { data } = await personas.admin.from('credit_ledger').select('id').eq('user_id', second.id)
      expect(data).toEqual([])
    })

    it('grants what was withheld when the mailbox is proven, once', async () => {
      const email = newEmail()
      // The attacker shares the network of the owner.
      await remove(await signUp(email, OWNER))
      const owner = await signUp(email, OWNER)
      expect(await creditsOf(owner)).toBe(0)
      for (let round = 0; round < 2; round += 1) {
        expect((await followLink(email)).get('access_token')).not.toBeNull()
        expect(await creditsOf(owner)).toBe(20)
      }
    })

    it('grants none again, from any network, to an address whose mailbox was proven', async () => {
      const email = newEmail()
      const first = await signUp(email, OWNER)
      await followLink(email)
      await remove(first)
      const second = await signUp(email, ATTACKER)
      await followLink(email)
      expect(await creditsOf(second)).toBe(0)
    })
  })
})
