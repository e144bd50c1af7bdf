import { createDiagramStage } from '../diagram/diagram-stage.ts'
import type { Stage, StageEvents, StageOptions } from '../stage-contract.ts'

export interface OpenedStage {
  readonly stage: Stage
  /** Why it is a drawing, if it is. */
  readonly lack?: string
}

/** The 3-D stage, or a drawing where it cannot be. Its code is fetched after the page was painted. */
export async function openStage(
  container: HTMLElement,
  events: StageEvents,
  options: StageOptions
): Promise<OpenedStage> {
  const drawing = (lack: string) => ({
    stage: createDiagramStage(container, events, options),
    lack
  })
  if (!hasWebGl()) return drawing('Without WebGL 2')
  const code = await import('../stage/index.ts').catch(() => undefined)
  if (!code) return drawing('As the code of the 3-D view did not arrive,')
  try {
    return { stage: code.createStage(container, events, options) }
  } catch {
    // A browser may promise WebGL 2 and still fail to give it.
    container.replaceChildren()
    return drawing('Without WebGL 2')
  }
}

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
