import { LOGIN_FAILED, NO_ANSWER } from '../../state/error-text.ts'
import type { redeemPendingCode } from '../../state/pending-code.ts'
import type { Services } from '../../state/services.ts'
import {
  linkOfferAtom,
  type MailedToken,
  type MailedTokenFailure,
  mailedLinkAtom,
} from '../../state/session.ts'
import type { AuthLink } from './auth-link.ts'
import type { BegunSession } from './mailed-token.ts'
import type { OpenedLink } from './open-link.ts'
import type { TabSession } from './tab-session.ts'

const loadLink = () => import(/* webpackChunkName: "link" */ './link.ts')

/** Opens the link of a mail in this tab. */
export class SessionLink {
  readonly #services: Services
  readonly #tab: TabSession

  constructor(services: Services, tab: TabSession) {
    this.#services = services
    this.#tab = tab
  }

  /** Shows the question whether to continue as the account of a link, and waits for the answer. */
  readonly #ask = (email: string): Promise<boolean> => {
    const { store } = this.#services
    this.#tab.isOpeningLink = false
    store.set(mailedLinkAtom, null)
    return new Promise((resolve) => {
      const answer = (isAccepted: boolean) => () => {
        store.set(linkOfferAtom, null)
        this.#tab.isOpeningLink = isAccepted
        resolve(isAccepted)
      }
      store.set(linkOfferAtom, { email, accept: answer(true), decline: answer(false) })
      this.#tab.settle()
    })
  }

  #apply({ session, taken, recovery, notice }: OpenedLink, redeem: typeof redeemPendingCode): void {
    this.#tab.applyLink({ notice, redeem: taken ? redeem : null }, session, recovery)
  }

  /** Opens a link that signs in at once. */
  async open(link: AuthLink): Promise<void> {
    try {
      const { openLink, redeemPendingCode } = await loadLink()
      this.#apply(await openLink(this.#services, link, this.#ask), redeemPendingCode)
    } catch (thrown) {
      this.#services.log('link', thrown)
      const { session } = (await this.#services.supabase.auth.getSession()).data
      this.#tab.applyLink({ notice: LOGIN_FAILED, redeem: null }, session, false)
    }
  }

  /** Shows the page of a mail's link. Only its button uses the token up: programs open links, too. */
  offer(mailed: MailedToken): void {
    const { store, location, log } = this.#services
    /** What the used token began, kept until it is opened: the server may not answer in between. */
    let used: { begun: BegunSession | null } | null = null
    const leave = () => {
      store.set(mailedLinkAtom, null)
      location.navigate('/', { replace: true })
    }
    const accept = async (): Promise<MailedTokenFailure | null> => {
      const { verifyMailedToken, openMailedToken, redeemPendingCode } = await loadLink()
      if (!used) {
        const answer = await verifyMailedToken(this.#services, mailed)
        if ('failure' in answer) return answer.failure
        used = answer
      }
      this.#tab.isOpeningLink = true
      try {
        const askUnlessNamed = async (email: string) => email === mailed.email || this.#ask(email)
        const opened = await openMailedToken(this.#services, mailed, used.begun, askUnlessNamed)
        this.#apply(opened, redeemPendingCode)
      } catch (thrown) {
        log('link', thrown)
        this.#tab.isOpeningLink = false
        store.set(mailedLinkAtom, offer)
        return { text: NO_ANSWER, isOver: false }
      }
      leave()
      return null
    }
    const decline = () => {
      leave()
      const begun = used?.begun
      if (begun) void loadLink().then(({ discard }) => discard(this.#services, begun.tokens))
    }
    const offer = { type: mailed.type, email: mailed.email, accept, decline }
    store.set(mailedLinkAtom, offer)
  }
}
