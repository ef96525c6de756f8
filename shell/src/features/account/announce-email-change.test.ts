import { afterEach, expect, it } from 'vitest'
import { STORAGE } from '../../config/storage-keys.ts'
import { layerAtom } from '../../state/layer.ts'
import { userAtom } from '../../state/session.ts'
import { toastsAtom } from '../../state/toasts.ts'
import { fakeServices, USER_ID } from '../../testing/fake-services.tsx'
import { announceEmailChange } from './announce-email-change.ts'

const NEW = 'new@example.com'
const as = (email: string, id = USER_ID) => ({ id, email })
afterEach(() => localStorage.clear())

function waiting() {
  const { services } = fakeServices()
  localStorage.setItem(STORAGE.pendingEmail(USER_ID), NEW)
  return { ...services, services, texts: () => services.store.get(toastsAtom).map(({ message }) => message) }
}

it('A12 a changed email is announced once, in the tab that opened the link', () => {
  const { services, store, texts } = waiting()
  store.set(userAtom, as(NEW))
  announceEmailChange(services)
  expect(texts()).toEqual(['Email updated successfully!'])
  store.set(userAtom, as(NEW))
  expect(texts()).toHaveLength(1)
  expect(localStorage.getItem(STORAGE.pendingEmail(USER_ID))).toBeNull()
})

it('A12 a changed email is announced on an open page, but not while the account dialog is open', () => {
  const { services, store, texts } = waiting()
  store.set(userAtom, as('old@example.com'))
  const end = announceEmailChange(services)
  expect(texts()).toEqual([])
  store.set(layerAtom, { kind: 'account' })
  store.set(userAtom, as(NEW))
  expect(texts()).toEqual([])
  store.set(layerAtom, null)
  store.set(userAtom, as(NEW))
  expect(texts()).toEqual(['Email updated successfully!'])
  end()
})

it('A12 a changed email is not announced to another user or without a session', () => {
  const { services, store, texts } = waiting()
  const end = announceEmailChange(services)
  store.set(userAtom, as(NEW, '00000000-0000-4000-8000-000000000001'))
  store.set(userAtom, null)
  expect(texts()).toEqual([])
  end()
})
