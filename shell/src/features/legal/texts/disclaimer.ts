import { SUPPORT_EMAIL } from '../../../config/support.ts'
import type { LegalDocument } from '../legal-document.ts'

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
