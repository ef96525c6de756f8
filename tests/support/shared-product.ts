/** The product that all end-to-end tests share, as `global-setup.ts` describes it in the environment. */

export function demoAccount(): { email: string; password: string; accessCode: string } {
  return JSON.parse(process.env.PROPSIGHT_DEMO ?? '{}')
}

export const productUrl = (): string => {
  const url = process.env.PROPSIGHT_URL
  if (!url) throw new Error('PROPSIGHT_URL is not set: run the end-to-end tests with npm run e2e')
  return url
}
