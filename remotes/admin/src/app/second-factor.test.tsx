import { refuse } from '@propsight/harness'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openAdmin } from '../testing/open-admin.tsx'

const STATE = { enrolled: true, passed: false, required: false, recoveryCodes: 10 }
const SECRET = 'ABCDEFGHIJKLMNOP'
const CODES = ['11111-22222-33333-44444', '55555-66666-77777-88888']
const SETUP = {
  'POST /api/admin/second-factor/begin': () => ({
    secret: SECRET,
    uri: `otpauth://totp/Propsight:a?secret=${SECRET}`,
  }),
  'POST /api/admin/second-factor/confirm': () => ({ recoveryCodes: CODES }),
}
const dashboard = () => screen.findByRole('heading', { name: /^Existing codes/ })

describe('the second factor of an administrator', () => {
  it('is asked for before the dashboard, and a wrong code keeps the form', async () => {
    let isPassed = false
    const { user, sent } = openAdmin({
      'GET /api/admin/session': () =>
        isPassed ? { by: 'account', expiresAt: null } : refuse(403, 'SECOND_FACTOR', 'Enter the code first'),
      'GET /api/admin/second-factor': () => STATE,
      'POST /api/admin/second-factor/pass': ({ body }) => {
        if ((body as { code: string }).code !== '123456')
          return refuse(400, 'BAD_REQUEST', 'This code is wrong')
        isPassed = true
        return null
      },
    })
    const field = await screen.findByLabelText<HTMLInputElement>('Code')
    await user.type(field, '999999{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('This code is wrong')
    expect(field.value).toBe('')
    await user.type(field, ' 123456{Enter}')
    await dashboard()
    expect(sent('/api/admin/second-factor/pass')).toEqual([{ code: '999999' }, { code: '123456' }])
  })

  it('is set up before the dashboard where it is required, and its recovery codes are shown once', async () => {
    let isConfirmed = false
    const { user } = openAdmin({
      ...SETUP,
      'GET /api/admin/session': () =>
        isConfirmed ? { by: 'account', expiresAt: null } : refuse(403, 'SECOND_FACTOR', 'Set one up first'),
      'GET /api/admin/second-factor': () => ({ ...STATE, enrolled: false, required: true }),
      'POST /api/admin/second-factor/confirm': () => {
        isConfirmed = true
        return { recoveryCodes: CODES }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Set up' }))
    expect(await screen.findByText('ABCD EFGH IJKL MNOP')).toBeDefined()
    const code = await screen.findByRole('img', { name: 'QR code of the key' })
    expect(code.tagName).toBe('svg')
    // The content policy of the page refuses both.
    expect(code.outerHTML).not.toMatch(/style=|data:/)
    await user.type(screen.getByLabelText('Code of the app'), '123456{Enter}')
    expect(await screen.findByText(CODES[0] ?? '')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'I have stored them' }))
    await dashboard()
    expect(screen.queryByText(CODES[0] ?? '')).toBeNull()
  })

  it('can be set up and removed in a dialog of the dashboard', async () => {
    let isEnrolled = false
    const { user, sent } = openAdmin({
      ...SETUP,
      'GET /api/admin/session': () => ({ by: 'account', expiresAt: null }),
      'GET /api/admin/second-factor': () => ({ ...STATE, enrolled: isEnrolled, passed: isEnrolled }),
      'POST /api/admin/second-factor/confirm': () => {
        isEnrolled = true
        return { recoveryCodes: CODES }
      },
      'POST /api/admin/second-factor/remove': () => null,
    })
    await user.click(await screen.findByRole('button', { name: 'Second factor' }))
    await user.click(await screen.findByRole('button', { name: 'Set up' }))
    await user.type(await screen.findByLabelText('Code of the app'), '123456{Enter}')
    await user.click(await screen.findByRole('button', { name: 'I have stored them' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Second factor' }))
    await user.click(await screen.findByRole('button', { name: 'Remove second factor' }))
    expect(sent('/api/admin/second-factor/remove')).toHaveLength(1)
  })

  it('is not offered to the holder of the admin key', async () => {
    openAdmin()
    await dashboard()
    expect(screen.queryByRole('button', { name: 'Second factor' })).toBeNull()
  })
})
