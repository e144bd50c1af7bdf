/** A 2-D canvas that follows its box at the screen's resolution; drawing is in CSS pixels. */
export class Canvas {
  readonly element = document.createElement('canvas')
  readonly #context: CanvasRenderingContext2D
  width = 0
  height = 0

  /** `onResize` is called after the box changed, when the canvas is blank. */
  constructor(onResize: () => void) {
    const context = this.element.getContext('2d')
    if (!context) throw new Error('This browser has no 2-D canvas.')
    this.#context = context
    new ResizeObserver(() => {
      this.#fit()
      onResize()
    }).observe(this.element)
  }

  /** A cleared canvas to draw on; undefined while it has no area. */
  begin(): CanvasRenderingContext2D | undefined {
    if (this.width === 0 || this.height === 0) return undefined
    const ratio = this.element.width / this.width
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0)
    this.#context.clearRect(0, 0, this.width, this.height)
    return this.#context
  }

  #fit(): void {
    this.width = this.element.clientWidth
    this.height = this.element.clientHeight
    this.element.width = Math.round(this.width * devicePixelRatio)
    this.element.height = Math.round(this.height * devicePixelRatio)
  }
}

const tokens = [
  'stage',
  'plate',
  'line',
  'line2',
  'text',
  'text2',
  'text3',
  'hand',
  'energy',
  'loop',
  'time',
  'bad',
  'badwash'
] as const

export type Palette = Readonly<Record<(typeof tokens)[number], string>>

/** The style sheet's colors of the present theme, for canvases. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const entries = tokens.map((token) => [token, style.getPropertyValue(`--${token}`).trim()])
  return Object.fromEntries(entries) as Palette
}

/** The page's own family at a size, as a canvas font. */
export function canvasFont(size: number, weight = 400): string {
  return `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`
}
