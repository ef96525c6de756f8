import { lazy } from 'react'

const signIn = async () => ({
  default: (await import('../features/sign-in/sign-in-screen.tsx')).SignInScreen,
})
const newPassword = async () => ({
  default: (await import('../features/new-password/new-password-screen.tsx')).NewPasswordScreen,
})
const scanner = async () => ({ default: (await import('../features/pages/scanner-page.tsx')).ScannerPage })
const pricing = async () => ({ default: (await import('../features/pages/pricing-page.tsx')).PricingPage })

/** Screens that a signed-in user's first view does not need. */
export const SignInScreen = lazy(signIn)
export const NewPasswordScreen = lazy(newPassword)
export const ScannerPage = lazy(scanner)
export const PricingPage = lazy(pricing)

/** For a visitor who was not signed in here: the login screen is what comes. */
export const preloadSignIn = (): void => {
  signIn().catch(() => {})
}
