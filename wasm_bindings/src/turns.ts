/** Runs calls one after the other, in their order. */
export class Turns {
  /** Settled when all earlier calls are done. */
  #last: Promise<unknown> = Promise.resolve()

  take<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#last.then(act)
    this.#last = answer.catch(() => {})
    return answer
  }
}
