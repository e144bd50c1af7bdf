/** Kinds of films, the one that most programs play first, and how their files end. */
const kinds = [
  ['video/mp4', 'mp4'],
  ['video/webm', 'webm']
] as const

/** Pictures a second. */
const rate = 30

/** Whether this browser makes films of a canvas. */
export function canRecord(): boolean {
  return (
    typeof MediaRecorder === 'function' &&
    typeof HTMLCanvasElement.prototype.captureStream === 'function' &&
    kinds.some(([type]) => MediaRecorder.isTypeSupported(type))
  )
}

/** Films a canvas from now on. */
export class StageRecorder {
  readonly #recorder: MediaRecorder
  readonly #parts: Blob[] = []
  readonly #kind: (typeof kinds)[number]

  constructor(canvas: HTMLCanvasElement) {
    this.#kind = kinds.find(([type]) => MediaRecorder.isTypeSupported(type)) ?? kinds[1]
    this.#recorder = new MediaRecorder(canvas.captureStream(rate), { mimeType: this.#kind[0] })
    this.#recorder.ondataavailable = ({ data }) => this.#parts.push(data)
    this.#recorder.start()
  }

  async stop(): Promise<{ blob: Blob; ending: string }> {
    const [type, ending] = this.#kind
    await new Promise((resolve) => {
      this.#recorder.onstop = resolve
      this.#recorder.stop()
    })
    for (const track of this.#recorder.stream.getTracks()) track.stop()
    return { blob: new Blob(this.#parts, { type }), ending }
  }
}
