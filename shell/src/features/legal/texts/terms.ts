import { CONTACT_EMAIL, OPERATOR, SUPPORT_EMAIL } from '../../../config/support.ts'
import type { LegalDocument } from '../legal-document.ts'

export const TERMS: LegalDocument = {
  title: 'Terms of Service',
  intro: `These terms are the agreement between you and ${OPERATOR.name} about using Propsight. By creating an account you accept them.`,
  sections: [
    {
      heading: 'Eligibility',
      blocks: [
        'You must be at least 18 years old to use Propsight, and older where the law of the place you are in asks for more. Creating an account asks for 21: you attest it with your date of birth, which is checked and not stored.',
        'The operator may close sign-up in some regions. You may not use Propsight where its use is against the law, or while you have excluded yourself.',
      ],
    },
    {
      heading: 'What Propsight is',
      blocks: [
        'Propsight is sports analytics and research: it reads public lines and records, counts, estimates and shows. It is not gambling. It takes no bets, holds no stakes, pays nothing out, and is neither a sportsbook nor a fantasy contest. It places nothing for you anywhere.',
        'No accuracy is guaranteed. What is shown is information, not financial, legal or betting advice. What you do with it is your own decision and at your own risk.',
      ],
    },
    {
      heading: 'Access codes',
      blocks: [
        'A new account needs an access code. A code lets in as many accounts as its maker allowed, until it expires or is withdrawn. A code is not for sale and may be withdrawn before it is used; an account that was made with it stays.',
      ],
    },
    {
      heading: 'Your account',
      blocks: [
        {
          points: [
            'One person, one account. Do not share it, sell it or lend it.',
            'Give an e-mail address that is yours. You can change it once a month.',
            `Keep your password to yourself, and write to ${SUPPORT_EMAIL} when you think that somebody else knows it.`,
            'What is done from your account counts as done by you until you tell us otherwise.',
          ],
        },
      ],
    },
    {
      heading: 'Credits and plans',
      blocks: [
        'An analysis or a parlay spends the credits that its button names. Credits are held when the work begins and spent when its result is there; work that fails on our side gives them back. A new account begins with 20 credits, and each plan adds its credits once a month: 20 on Free, 100 on Basic, 500 on Premium.',
        'Credits have no value in money. They cannot be exchanged for money, moved to another account or won, and they say nothing about the outcome of a bet. They end with the account. An account made anew with the same e-mail address within a year begins without credits.',
        'Purchases are not open yet. Prices that are shown as TBD are not offers; terms of sale will be added here before anything is sold.',
      ],
    },
    {
      heading: 'Acceptable use',
      blocks: [
        'You may use Propsight for yourself. You may not:',
        {
          points: [
            'copy its data in bulk, resell it, or build a service on it without our written consent;',
            'ask it by programs in a way that burdens it or the public services it reads, or work around its limits;',
            'try codes, passwords or keys that are not yours, or look for ways into other accounts;',
            'upload pictures that you have no right to, or that show anything but lines and statistics;',
            'use it to harass players, teams or other people, or to bet for somebody who may not.',
          ],
        },
        'If you find a weakness, tell us and give us time to mend it; we will not hold honest research against you.',
      ],
    },
    {
      heading: 'Self-exclusion and limits',
      blocks: [
        'In the account dialog you can set a daily limit of credits. A lower limit counts at once; a higher one, or none, counts after 24 hours.',
        '“Take a break” excludes you for 1 day up to 5 years. It signs you out everywhere at once and lets you in by no way until it ends. It can be made longer, never shorter, and nobody ends it early: neither you nor an administrator. It also holds for a new account with the same e-mail address.',
      ],
    },
    {
      heading: 'What is yours and what is ours',
      blocks: [
        'Your picks, your parlays and your messages stay yours; you let us store and show them to you as long as the account is there. The software, the texts and the design of Propsight belong to their makers. Names of leagues, teams, players and books belong to their owners and are used only to say what the numbers are about.',
      ],
    },
    {
      heading: 'Ending',
      blocks: [
        'You can delete your account at any time in the account dialog; credits that are left are lost. We may close or lock an account that breaks these terms, and say why unless a law forbids it. We may change or end the service; where we can, we say so at least 30 days before.',
      ],
    },
    {
      heading: 'Liability',
      blocks: [
        'Propsight is provided as it is and as it is available, without a warranty of any kind as far as the law allows: data may be late, wrong or missing, and the service may be interrupted. As far as the law allows we are not liable for lost bets, lost profits or any indirect damage, and for everything else to no more than what you paid us in the twelve months before. Nothing here limits liability that the law does not let us limit, such as for intent or for injury to persons.',
      ],
    },
    {
      heading: 'Governing law',
      blocks: [
        `These terms follow the law of ${OPERATOR.law}, and its courts decide disputes, unless a law that protects you as a consumer says otherwise. Write to ${CONTACT_EMAIL} first: most things are settled faster that way. If one of these terms does not hold, the others stay.`,
      ],
    },
    {
      heading: 'Changes',
      blocks: [
        'We may change these terms. The date above says when they last changed, your consents keep the version that you accepted, and a change that matters to you is announced in the notifications before it counts. If you do not accept it, delete the account.',
      ],
    },
  ],
}
