import { lazyPart } from './lazy-part.tsx'
import { MissingScreen } from './missing-parts.tsx'

const signIn = async () => (await import('../features/sign-in/sign-in-screen.tsx')).SignInScreen
const newPassword = async () =>
  (await import('../features/new-password/new-password-screen.tsx')).NewPasswordScreen
const scanner = async () => (await import('../features/pages/scanner-page.tsx')).ScannerPage
const pricing = async () => (await import('../features/pages/pricing-page.tsx')).PricingPage

/** Screens that the first view of a signed-in user does not need. */
export const SignInScreen = lazyPart(signIn, MissingScreen)
export const NewPasswordScreen = lazyPart(newPassword, MissingScreen)
export const ScannerPage = lazyPart(scanner, MissingScreen)
export const PricingPage = lazyPart(pricing, MissingScreen)

/**
 * Without a stored session the login screen comes first. A failure is ignored: the screen loads again on
 * mount.
 */
export const preloadSignIn = (): void => {
  signIn().catch(() => {})
}
