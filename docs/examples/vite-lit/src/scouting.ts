import type { ShellApi } from '@propsight/remote-kit'
import { css, html, LitElement } from 'lit'

/** One screen, as a web component: it reads the session and the credits of the shell. */
export class Scouting extends LitElement {
  static override properties = { visits: { state: true } }
  static override styles = css`
    section {
      padding: var(--s-4);
      color: var(--text-1);
    }

    .visits {
      border-left: 3px solid rgb(12 34 56);
      padding-left: var(--s-2);
    }

    button {
      cursor: pointer;
    }
  `

  declare shell: ShellApi
  declare visits: number
  #ends: (() => void)[] = []

  constructor() {
    super()
    this.visits = 0
  }

  override connectedCallback() {
    super.connectedCallback()
    this.#ends = [this.shell.session, this.shell.credits].map(({ subscribe }) =>
      subscribe(() => this.requestUpdate()),
    )
  }

  override disconnectedCallback() {
    super.disconnectedCallback()
    for (const end of this.#ends) end()
  }

  protected override render() {
    const user = this.shell.session.get()
    const credits = this.shell.credits.get()
    return html`
      <section>
        <h1>Scouting</h1>
        <p>${user ? `Signed in as ${user.email}, ${credits ?? '…'} credits` : 'Not signed in'}</p>
        <p class="visits">Visits ${this.visits}</p>
        <button @click=${() => (this.visits += 1)}>Add a visit</button>
      </section>
    `
  }
}
