import { createDiagramStage } from '../diagram/diagram-stage.ts'
import type { Stage, StageCanvas, StageEvents, StageOptions } from '../stage-contract.ts'

export interface OpenedStage {
  readonly stage: Stage
  /** Why it is a drawing, if it is. */
  readonly lack?: string
}

/** The 3-D stage, or a drawing where it cannot be. Its code comes while the page is painted. */
export async function openStage(
  container: HTMLElement,
  events: StageEvents,
  options: StageOptions
): Promise<OpenedStage> {
  const drawing = (lack: string) => ({
    stage: createDiagramStage(container, events, options),
    lack
  })
  const coming = import('../stage/index.ts').catch(() => undefined)
  await painted()
  const canvas = openCanvas()
  if (!canvas) return drawing('Without WebGL 2')
  const code = await coming
  if (!code) return drawing('As the code of the 3-D view did not arrive,')
  try {
    return { stage: code.stageOn(canvas)(container, events, options) }
  } catch {
    // A browser may promise WebGL 2 and still fail to give it.
    container.replaceChildren()
    return drawing('Without WebGL 2')
  }
}

/** A context stops the page until the graphics process answers: what is there is painted before. */
async function painted(): Promise<void> {
  if (document.hidden) return
  await new Promise(requestAnimationFrame)
  await new Promise((resolve) => setTimeout(resolve))
}

/** Browsers give a slow context where they are not asked for a fast one. */
function openCanvas(): StageCanvas | undefined {
  const element = document.createElement('canvas')
  const settings: WebGLContextAttributes = {
    antialias: true,
    powerPreference: 'high-performance'
  }
  const open = (failIfMajorPerformanceCaveat: boolean) =>
    element.getContext('webgl2', { ...settings, failIfMajorPerformanceCaveat })
  const fast = open(true)
  const context = fast ?? open(false)
  return context ? { context, isSlow: !fast } : undefined
}
