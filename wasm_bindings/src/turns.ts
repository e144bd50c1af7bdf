/** Carries out what is asked in the order in which it was. */
export class Turns {
  /** Settled when all that has been asked is done. */
  #last: Promise<unknown> = Promise.resolve()

  take<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#last.then(act)
    this.#last = answer.catch(() => {})
    return answer
  }
}
