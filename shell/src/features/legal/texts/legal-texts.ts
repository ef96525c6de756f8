import { CONTACT_EMAIL, OPERATOR, SUPPORT_EMAIL } from '../../../config/support.ts'
import type { LegalDocument } from '../legal-document.ts'

export const ACCESSIBILITY: LegalDocument = {
  title: 'Accessibility Statement',
  intro:
    'Propsight is meant to be used by everybody who may use it. This statement says what we aim at, what falls short, and how to reach us.',
  sections: [
    {
      heading: 'What we aim at',
      blocks: [
        'Our measure is the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. In practice that means:',
        {
          points: [
            'Everything works by keyboard alone, in an order that makes sense, with a focus you can see. Dialogs keep the focus, close by Escape and give it back.',
            'Colour is never the only sign: a side has its mark and its word, a grade its number.',
            'Text and controls keep their contrast in the dark and in the light theme, and more of it where your system asks for more.',
            'Motion is short, and there is none where your system asks for less.',
            'Text can be enlarged to 200 %, and pages fit a width of 320 pixels without scrolling sideways.',
            'Charts say what they show in a sentence and have a table behind them. Errors name the field and say what to do. Changes that happen by themselves are announced.',
            'Targets on a phone are 44 pixels or more.',
          ],
        },
      ],
    },
    {
      heading: 'How it is checked',
      blocks: [
        'Every screen and every dialog is checked by a program (axe) in both themes and at a phone’s and a desktop’s width whenever the software changes, and walked through by keyboard. Programs find about half of what can be wrong, so we also rely on what you tell us.',
      ],
    },
    {
      heading: 'What is known to fall short',
      blocks: [
        {
          points: [
            'The tables of the Pitchers page need a window of at least 768 pixels. Smaller ones say so and show the same figures as cards.',
            'The line in a player’s chart can be dragged; the stepper beside it does the same by keyboard, but a screen reader hears the stepper only.',
            'Pictures of statistics that you upload are read by a machine. What it could not read has to be typed by hand.',
            'A part of the site that another team deploys may fall behind the rest for a time.',
            'It has not been audited by an independent body yet, and not been tested with every pairing of browser and screen reader.',
          ],
        },
      ],
    },
    {
      heading: 'Tell us',
      blocks: [
        `If something is in your way, write to ${SUPPORT_EMAIL}, or use Contact Us at the foot of every screen. Say what you tried, on which page, and with which browser and aid, if you like. We answer within 2 business days, help you to get what you came for in another way, and mend the cause where we can.`,
      ],
    },
    {
      heading: 'If our answer does not help',
      blocks: [
        'You may turn to the authority that watches over accessibility where you live. In the United States that is the Department of Justice for the Americans with Disabilities Act.',
      ],
    },
  ],
}

export const DISCLAIMER: LegalDocument = {
  title: 'Disclaimer',
  intro:
    'Read this before you rely on a number of this site. In short: 21+, analytics only, not gambling, no accuracy guaranteed.',
  sections: [
    {
      heading: '21 and over',
      blocks: [
        'Propsight is meant for adults of 21 years or more (21+), in places where betting on sports is legal for them. Finding out what is legal where you are is up to you.',
      ],
    },
    {
      heading: 'Analytics only, not gambling',
      blocks: [
        'Everything here is information about games that were played and estimates about games that were not. Propsight takes no bets, holds no money for you and pays nothing out. Nothing on these pages is an offer or an invitation to bet, and nothing is advice about money, law or health.',
      ],
    },
    {
      heading: 'No accuracy is guaranteed',
      blocks: [
        'Lines, line-ups, weather and records come from other services and may be late, incomplete or wrong. A hit rate says how often something happened, not how often it will. A probability is an estimate with an interval, and even a good one is wrong as often as it says. Past results do not promise future ones.',
        'Where the page says “sample”, the players and numbers are made up to show how it looks. Where it names a past season, the games are over.',
        'Check every line and price with the book itself before you decide anything. Do not rely on this site alone.',
      ],
    },
    {
      heading: 'Not affiliated',
      blocks: [
        'Propsight is independent. It is not affiliated with, sponsored by or approved by any league (such as MLB, NBA, WNBA, NFL or NHL), any team, any players’ union, any sportsbook or any fantasy operator. Their names and marks belong to them and are used only to say what the numbers are about.',
      ],
    },
    {
      heading: 'Play responsibly',
      blocks: [
        'Betting costs most people money over time. If you bet, decide beforehand what you can lose, never chase a loss, and never bet what you need for rent, food or debts. These are signs that it is becoming a problem:',
        {
          points: [
            'you bet more, or longer, than you meant to;',
            'you try to win back what you lost;',
            'you hide bets or debts from people close to you;',
            'you borrow, sell things or miss bills to go on;',
            'you are restless or short-tempered when you try to stop;',
            'work, school, sleep or friends suffer from it.',
          ],
        },
        'If one of them is true for you or for somebody near you, talk to somebody today. These numbers are free and confidential, at any hour:',
        {
          points: [
            '1-800-GAMBLER (1-800-426-2537): the helpline of the Council on Compulsive Gambling of New Jersey. It takes calls from anywhere in the United States and connects you with help near you.',
            '1-800-MY-RESET (1-800-697-3738): the National Problem Gambling Helpline of the National Council on Problem Gambling, with contact centers across the country.',
            '988: the Suicide & Crisis Lifeline, by call or text, if you think of hurting yourself.',
          ],
        },
        'Outside of the United States, look for the helpline of your own country.',
      ],
    },
    {
      heading: 'What you can do here',
      blocks: [
        'In the account dialog, “Your data and limits” lets you set a daily limit of credits, or take a break (self-exclusion) for 1 day up to 5 years. A lower limit counts at once. Self-exclusion signs you out everywhere and cannot be undone early, by anybody.',
        'It holds for Propsight only. Sportsbooks and most states keep self-exclusion lists of their own; the helplines above know them.',
        `Write to ${SUPPORT_EMAIL} if a number on this site looks wrong, or if somebody uses Propsight who should not.`,
      ],
    },
  ],
}

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
