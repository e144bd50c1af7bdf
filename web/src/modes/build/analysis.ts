import { Signal } from '@preact/signals-core'
import { load } from 'linkwork'
import { badgeWords, type Mobility, mobilityOf, remarkOf } from '../../model/drawing/mobility.ts'
import { type Curve, curvesOf } from '../../model/drawing/motion.ts'
import { isEmpty, type Sketch } from '../../model/drawing/sketch.ts'
import type { Editor } from './editor.ts'

/** Analysis of a drawing: its mobility, and the paths of its points. */
export interface AnalysisResult {
  readonly badge: string
  readonly remark: string
  readonly mobility?: Mobility
  readonly redundant: ReadonlySet<string>
  readonly curves: readonly Curve[]
}

const blank = 'Drag to draw a link.'
const nothing: AnalysisResult = { badge: '', remark: '', redundant: new Set(), curves: [] }

/** Analyzes each drawing of the editor when the page is idle. */
export class Analysis {
  readonly result = new Signal<AnalysisResult>(nothing)
  #timer = 0

  constructor(editor: Editor) {
    editor.draft.present.subscribe(({ sketch }) => {
      if (!sketch) this.result.value = nothing
      this.#timer ||= window.setTimeout(async () => {
        const linkwork = await load()
        this.#timer = 0
        const { sketch: present } = editor.draft.present.value
        if (present) this.result.value = analyze(linkwork, present)
      }, 30)
    })
  }
}

function analyze(linkwork: Awaited<ReturnType<typeof load>>, sketch: Sketch): AnalysisResult {
  if (isEmpty(sketch)) return { ...nothing, badge: blank }
  try {
    const mobility = mobilityOf(linkwork, sketch)
    const { degreesOfFreedom, redundant, locks } = mobility
    return {
      mobility,
      badge: badgeWords(mobility),
      remark: remarkOf(mobility),
      redundant: new Set([...redundant, ...locks]),
      curves: degreesOfFreedom === 1 ? curvesOf(linkwork, sketch) : []
    }
  } catch (error) {
    return { ...nothing, remark: (error as Error).message }
  }
}
