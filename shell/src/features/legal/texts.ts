import type { LegalText } from '../../state/views.ts'

/** All four texts (specification 1 §9). */
export const LEGAL_UPDATED = 'August 5, 2025'

export interface LegalSection {
  heading: string
  text: string
}

export interface LegalDocument {
  title: string
  sections: readonly LegalSection[]
}

export const LEGAL: Record<LegalText, LegalDocument> = {
  privacy: {
    title: 'Privacy Policy',
    sections: [
      {
        heading: 'What is kept',
        text: 'Your e-mail address, your plan and credits with every change to them, the picks and parlays you save, and the fact that you attested your age. Your date of birth is checked and not kept.',
      },
      {
        heading: 'What it is used for',
        text: 'To sign you in, to show your own picks to you, and to charge the credits you spend. It is not sold and not shared with advertisers.',
      },
      {
        heading: 'In your browser',
        text: 'Your session, your theme, an access code that waits for your first sign-in, and the count of notices you have seen. Signing out removes the session.',
      },
      {
        heading: 'Your rights',
        text: 'Write to the address below to receive or to delete what is kept about you.',
      },
    ],
  },
  terms: {
    title: 'Terms of Service',
    sections: [
      {
        heading: 'Eligibility',
        text: 'You must be at least 18 years old to use Propsight, and older where your law asks for more. Creating an account asks for 21.',
      },
      {
        heading: 'What Propsight is',
        text: 'Sports analytics and research. It is not gambling: it takes no bets, holds no stakes and pays nothing out. No accuracy is guaranteed.',
      },
      {
        heading: 'Credits',
        text: 'An analysis spends the credits its button names. Work that fails on the server does not spend any.',
      },
      {
        heading: 'Your account',
        text: 'One person, one account. Keep your password to yourself; tell us when you think someone else knows it.',
      },
    ],
  },
  disclaimer: {
    title: 'Disclaimer',
    sections: [
      {
        heading: '21 and over',
        text: 'Propsight is meant for adults of 21 years or more, in places where betting on sports is legal.',
      },
      {
        heading: 'Analytics only',
        text: 'Everything here is information about games that were played and estimates about games that were not. It is not gambling, not advice to bet, and no accuracy is guaranteed. Past rates do not promise future results.',
      },
      {
        heading: 'Care for yourself',
        text: 'Never bet what you cannot lose. If betting troubles you or someone near you, call one of the helplines at the foot of every screen; it is free and confidential.',
      },
    ],
  },
  accessibility: {
    title: 'Accessibility Statement',
    sections: [
      {
        heading: 'Our aim',
        text: 'Propsight aims at WCAG 2.2 level AA: everything works by keyboard, colour is never the only sign, text keeps its contrast in both themes, and motion stops where your system asks for less of it.',
      },
      {
        heading: 'Tell us',
        text: 'If something is in your way, write to the address below. We answer within 2 business days.',
      },
    ],
  },
}
