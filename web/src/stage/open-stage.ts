import type { Stage, StageCanvas, StageEvents, StageOptions } from '../model/stage.ts'
import { createDiagramStage } from './diagram-stage.ts'

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

function openCanvas(): StageCanvas | undefined {
  const settings: WebGLContextAttributes = { antialias: true, powerPreference: 'high-performance' }
  const context = document.createElement('canvas').getContext('webgl2', settings)
  return context ? { context, isSlow: software.test(nameOf(context)) } : undefined
}

/** What draws in software, by its name. */
const software = /swiftshader|llvmpipe|softpipe|basic render/i

/** Some browsers keep the name of what draws behind an extension, of which others complain. */
function nameOf(context: WebGL2RenderingContext): string {
  const name = String(context.getParameter(context.RENDERER))
  const hidden = name.startsWith('WebKit') && context.getExtension('WEBGL_debug_renderer_info')
  return hidden ? String(context.getParameter(hidden.UNMASKED_RENDERER_WEBGL)) : name
}
