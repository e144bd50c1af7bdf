import type { Stage, StageCanvas, StageEvents, StageOptions } from '../model/stage.ts'
import { createDiagramStage } from './diagram-stage.ts'

export interface OpenedStage {
  readonly stage: Stage
  /** Why it is a drawing and not the 3-D stage. */
  readonly lack?: string
}

/** Opens the 3-D stage, or a drawing without WebGL 2. Its code loads while the page is painted. */
export async function openStage(
  container: HTMLElement,
  events: StageEvents,
  options: StageOptions
): Promise<OpenedStage> {
  const drawing = (lack: string) => ({
    stage: createDiagramStage(container, events, options),
    lack: `${lack} the mechanism is shown as a drawing. Every number is live.`
  })
  const coming = import('./three/stage.ts').catch(() => undefined)
  await painted()
  const canvas = openCanvas()
  if (!canvas) return drawing('Without WebGL 2')
  const code = await coming
  if (!code) return drawing('As the code of the 3-D view did not arrive,')
  try {
    return { stage: code.stageOn(canvas)(container, events, options) }
  } catch {
    // A browser may report WebGL 2 and still fail to create a context.
    container.replaceChildren()
    return drawing('Without WebGL 2')
  }
}

/**
 * Creating a context blocks the page until the graphics process answers, so the page is painted first.
 */
async function painted(): Promise<void> {
  if (document.hidden) return
  await new Promise(requestAnimationFrame)
  await new Promise((resolve) => setTimeout(resolve))
}

function openCanvas(): StageCanvas | undefined {
  const settings: WebGLContextAttributes = { antialias: true, powerPreference: 'high-performance' }
  const context = document.createElement('canvas').getContext('webgl2', settings)
  return context ? { context, isSlow: software.test(nameOf(context)) } : undefined
}

/** Names of software renderers. */
const software = /swiftshader|llvmpipe|softpipe|basic render/i

/** Some browsers give the name of the renderer only by an extension, about which others warn. */
function nameOf(context: WebGL2RenderingContext): string {
  const name = String(context.getParameter(context.RENDERER))
  const hidden = name.startsWith('WebKit') && context.getExtension('WEBGL_debug_renderer_info')
  return hidden ? String(context.getParameter(hidden.UNMASKED_RENDERER_WEBGL)) : name
}
