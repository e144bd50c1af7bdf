/** A result: what a command printed, and its head. */
export interface Result {
  readonly name: string
  readonly head: Readonly<Record<string, string>>
  readonly body: string
}

export function parse(name: string, text: string): Result
export function textOf(head: Readonly<Record<string, string | number>>, body: string): string
