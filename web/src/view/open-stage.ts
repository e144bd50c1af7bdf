import { createDiagramStage } from '../diagram/diagram-stage.ts'
import type { Stage, StageEvents, StageOptions } from '../stage-contract.ts'

/**
 * The 3-D stage, or the diagram drawing where WebGL 2 is missing. The 3-D code is fetched after the
 * page has been painted.
 */
export async function openStage(
  container: HTMLElement,
  events: StageEvents,
  options: StageOptions
): Promise<{ readonly stage: Stage; readonly drawing: boolean }> {
  if (hasWebGl()) {
    const { createStage } = await import('../stage/index.ts')
    try {
      return { stage: createStage(container, events, options), drawing: false }
    } catch {
      // A browser may promise WebGL 2 and still fail to give it: the drawing serves as well.
      container.replaceChildren()
    }
  }
  return { stage: createDiagramStage(container, events, options), drawing: true }
}

function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
