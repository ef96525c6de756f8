import { STORAGE } from '../config/storage-keys.ts'
import { preloadRemote } from '../loader/preload-remote.ts'
import type { Services } from '../state/services.ts'
import { lazyPart, MissingScreen } from './lazy-part.tsx'
import type { Route } from './route.ts'

/**
 * Preloads the code of a route before the session is read: a stored session predicts whether the login screen
 * or the remote is needed. Repeated calls cost nothing.
 */
export function prepareRoute(route: Route, storage: Services['storage']): void {
  const open = route.kind === 'remote' && route.open
  if (!open && !storage.get(STORAGE.session)) preloadSignIn()
  // Code from a developer's machine loads only after the user is known (OverrideGate).
  else if (route.kind === 'remote' && !route.entry.override) preloadRemote(route.entry)
}

const signIn = async () => (await import('../features/sign-in/sign-in-screen.tsx')).SignInScreen
const confirm = async () =>
  (await import(/* webpackChunkName: "mail" */ '../features/sign-in/confirm-screen.tsx')).ConfirmScreen
const newPassword = async () =>
  (await import(/* webpackChunkName: "mail" */ '../features/new-password/new-password-screen.tsx'))
    .NewPasswordScreen
const scanner = async () =>
  (await import(/* webpackChunkName: "pages" */ '../features/pages/scanner-page.tsx')).ScannerPage
const retired = async () =>
  (await import(/* webpackChunkName: "pages" */ '../features/pages/retired-page.tsx')).RetiredPage
const pricing = async () =>
  (await import(/* webpackChunkName: "pages" */ '../features/pages/pricing-page.tsx')).PricingPage

/** Screens that the first view of a signed-in user does not need. */
export const SignInScreen = lazyPart(signIn, MissingScreen)
export const ConfirmScreen = lazyPart(confirm, MissingScreen)
export const NewPasswordScreen = lazyPart(newPassword, MissingScreen)
export const ScannerPage = lazyPart(scanner, MissingScreen)
export const RetiredPage = lazyPart(retired, MissingScreen)
export const PricingPage = lazyPart(pricing, MissingScreen)

/**
 * Without a stored session the login screen comes first. A failure is ignored: the screen loads again on
 * mount.
 */
export const preloadSignIn = (): void => {
  signIn().catch(() => {})
}
